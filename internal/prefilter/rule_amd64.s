//go:build !purego

#include "textflag.h"

// Bytes of IsRule, except "=", indexed by their low four bits: 2D hexadecimal at D, 5F at F, 2A at
// A. The other elements are 2D, which equals no byte with that index. For bytes of 80 and more
// VPSHUFB gives 0.
DATA rules<>+0(SB)/8, $0x2D2D2D2D2D2D2D2D
DATA rules<>+8(SB)/8, $0x5F2D2D2D2D2A2D2D
GLOBL rules<>(SB), RODATA|NOPTR, $16

// The bytes "=", LF, ">" and blank.
DATA around<>+0(SB)/4, $0x203E0A3D
GLOBL around<>(SB), RODATA|NOPTR, $4

// BLOCK computes the mask of the bytes sought among the 32 bytes at (SI)(AX*1), in Y0, and tests
// it.
#define BLOCK \
	VMOVDQU  (SI)(AX*1), Y0   \
	VMOVDQU  -1(SI)(AX*1), Y1 \
	VPCMPEQB -2(SI)(AX*1), Y12, Y2 \
	VPCMPEQB Y1, Y13, Y3      \
	VPAND    Y2, Y3, Y2       \
	VPCMPEQB Y1, Y11, Y3      \
	VPOR     Y2, Y3, Y2       \
	VPCMPEQB Y1, Y12, Y3      \
	VPOR     Y2, Y3, Y2       \
	VPSHUFB  Y0, Y9, Y3       \
	VPCMPEQB Y0, Y3, Y3       \
	VPCMPEQB Y0, Y10, Y0      \
	VPOR     Y0, Y3, Y0       \
	VPAND    Y0, Y2, Y0       \
	VPTEST   Y0, Y0

// func ruleAVX2(p *byte, n int) int
TEXT ·ruleAVX2(SB), NOSPLIT, $0-24
	MOVQ           p+0(FP), SI
	MOVQ           n+8(FP), CX
	LEAQ           -32(CX), DX
	VBROADCASTI128 rules<>(SB), Y9
	VPBROADCASTB   around<>+0(SB), Y10
	VPBROADCASTB   around<>+1(SB), Y11
	VPBROADCASTB   around<>+2(SB), Y12
	VPBROADCASTB   around<>+3(SB), Y13
	MOVQ           $2, AX

next:
	BLOCK
	JNZ  found
	ADDQ $32, AX
	CMPQ AX, DX
	JLE  next

	// The last block overlaps bytes that are known not to be sought.
	CMPQ AX, CX
	JEQ  done
	MOVQ DX, AX
	BLOCK
	JNZ  found
	MOVQ CX, AX
	JMP  done

found:
	VPMOVMSKB Y0, R8
	BSFL      R8, R8
	ADDQ      R8, AX

done:
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET
