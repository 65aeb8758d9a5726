//go:build !purego

#include "textflag.h"

DATA nibble<>+0(SB)/8, $0x0F0F0F0F0F0F0F0F
GLOBL nibble<>(SB), RODATA|NOPTR, $8

// func blocksAVX2(p *byte, n int, low, high *[16]byte) int
TEXT ·blocksAVX2(SB), NOSPLIT, $0-40
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ low+16(FP), R8
	MOVQ high+24(FP), R9

	VBROADCASTI128 (R8), Y1
	VBROADCASTI128 (R9), Y2
	VPBROADCASTQ   nibble<>(SB), Y3
	VPXOR          Y6, Y6, Y6
	MOVQ           SI, DI

loop:
	VMOVDQU   (SI), Y0
	VPSHUFB   Y0, Y1, Y4 // 0 for bytes of 80 hexadecimal and more
	VPSRLW    $4, Y0, Y5
	VPAND     Y3, Y5, Y5
	VPSHUFB   Y5, Y2, Y5
	VPAND     Y4, Y5, Y4
	VPCMPEQB  Y4, Y6, Y4 // what is not in the class
	VPMOVMSKB Y4, AX
	TESTL     AX, AX
	JNE       found
	ADDQ      $32, SI
	DECQ      CX
	JNE       loop
	XORL      AX, AX
	JMP       done

found:
	BSFL AX, AX

done:
	VZEROUPPER
	SUBQ DI, SI
	ADDQ SI, AX
	MOVQ AX, ret+32(FP)
	RET
