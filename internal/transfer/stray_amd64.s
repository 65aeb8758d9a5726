//go:build !purego

#include "textflag.h"

// The strays by the low four bits of a byte: 20 hexadecimal at 0, 3A at A, 2D at
// D, 2E at E. A byte is one if it is what stands in its place. Elsewhere stands 20
// as well, which no byte with other low bits is; for bytes of 80 and more VPSHUFB
// gives 0.
DATA strays<>+0(SB)/8, $0x2020202020202020
DATA strays<>+8(SB)/8, $0x202E2D20203A2020
GLOBL strays<>(SB), RODATA|NOPTR, $16

// func strayAVX2(p *byte, n int) int
TEXT ·strayAVX2(SB), NOSPLIT, $0-24
	MOVQ           p+0(FP), SI
	MOVQ           n+8(FP), CX
	VBROADCASTI128 strays<>(SB), Y9
	XORQ           AX, AX

next:
	VMOVDQU   (SI)(AX*1), Y0
	VMOVDQU   32(SI)(AX*1), Y1
	VPSHUFB   Y0, Y9, Y2
	VPSHUFB   Y1, Y9, Y3
	VPCMPEQB  Y0, Y2, Y2
	VPCMPEQB  Y1, Y3, Y3
	VPOR      Y2, Y3, Y3
	VPTEST    Y3, Y3
	JNZ       done
	ADDQ      $64, AX
	DECQ      CX
	JNZ       next

done:
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET
