//go:build !purego

#include "textflag.h"

// The stops by the low four bits of a byte: 26 hexadecimal at 6, 3C at C, 0D at D.
// A byte is a stop if it equals the entry at its low four bits. The other entries are 3C,
// which no byte with other low bits equals. For bytes of 80 and more VPSHUFB returns 0.
DATA stops<>+0(SB)/8, $0x3C263C3C3C3C3C3C
DATA stops<>+8(SB)/8, $0x3C3C0D3C3C3C3C3C
GLOBL stops<>(SB), RODATA|NOPTR, $16

DATA lineFeed<>+0(SB)/1, $0x0A
GLOBL lineFeed<>(SB), RODATA|NOPTR, $1

// func flatAVX2(dst, src *byte, n int, lf byte) int
TEXT ·flatAVX2(SB), NOSPLIT, $0-40
	MOVQ           dst+0(FP), DI
	MOVQ           src+8(FP), SI
	MOVQ           n+16(FP), CX
	VBROADCASTI128 stops<>(SB), Y9
	VPBROADCASTB   lineFeed<>(SB), Y8
	VPBROADCASTB   lf+24(FP), Y7
	XORQ           AX, AX

next:
	VMOVDQU   (SI)(AX*1), Y0
	VPSHUFB   Y0, Y9, Y1
	VPCMPEQB  Y0, Y1, Y1
	VPCMPEQB  Y0, Y8, Y2
	VPBLENDVB Y2, Y7, Y0, Y0
	VMOVDQU   Y0, (DI)(AX*1)
	VPMOVMSKB Y1, DX
	TESTL     DX, DX
	JNZ       stop
	ADDQ      $32, AX
	DECQ      CX
	JNZ       next
	JMP       done

stop:
	BSFL DX, DX
	ADDQ DX, AX

done:
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET
