//go:build !purego

#include "textflag.h"

// The strays, indexed by the low four bits of a byte: 20 hexadecimal at 0, 3A at A, 2D at
// D, 2E at E. A byte is a stray if it equals the element at its index. The other elements
// are 20 as well, which equals no byte with that index. For bytes of 80 and more VPSHUFB
// gives 0.
DATA strays<>+0(SB)/8, $0x2020202020202020
DATA strays<>+8(SB)/8, $0x202E2D20203A2020
GLOBL strays<>(SB), RODATA|NOPTR, $16

// BLOCK computes the masks of the strays among the 64 bytes at (SI)(AX*1), in Y2 and Y3,
// and tests them. It tests two registers at a time, as the branch takes longer than the
// rest.
#define BLOCK \
	VMOVDQU  (SI)(AX*1), Y0   \
	VMOVDQU  32(SI)(AX*1), Y1 \
	VPSHUFB  Y0, Y9, Y2       \
	VPSHUFB  Y1, Y9, Y3       \
	VPCMPEQB Y0, Y2, Y2       \
	VPCMPEQB Y1, Y3, Y3       \
	VPOR     Y2, Y3, Y4       \
	VPTEST   Y4, Y4

// func strayAVX2(p *byte, n int) int
TEXT ·strayAVX2(SB), NOSPLIT, $0-24
	MOVQ           p+0(FP), SI
	MOVQ           n+8(FP), CX
	LEAQ           -64(CX), DX
	VBROADCASTI128 strays<>(SB), Y9
	XORQ           AX, AX

next:
	BLOCK
	JNZ  found
	ADDQ $64, AX
	CMPQ AX, DX
	JLE  next

	// The last block overlaps bytes that are known not to be strays.
	CMPQ AX, CX
	JEQ  done
	MOVQ DX, AX
	BLOCK
	JNZ  found
	MOVQ CX, AX
	JMP  done

found:
	VPMOVMSKB Y2, R8
	VPMOVMSKB Y3, R9
	SHLQ      $32, R9
	ORQ       R9, R8
	BSFQ      R8, R8
	ADDQ      R8, AX

done:
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET

// BLOCK512 computes the masks of the strays among the 128 bytes at (SI)(AX*1), in K1 and
// K2, and tests them.
#define BLOCK512 \
	VMOVDQU8  (SI)(AX*1), Z0   \
	VMOVDQU8  64(SI)(AX*1), Z1 \
	VPSHUFB   Z0, Z9, Z2       \
	VPSHUFB   Z1, Z9, Z3       \
	VPCMPEQB  Z0, Z2, K1       \
	VPCMPEQB  Z1, Z3, K2       \
	KORTESTQ  K1, K2

// func strayAVX512(p *byte, n int) int
//
// It takes half the time of strayAVX2 for text in the cache.
TEXT ·strayAVX512(SB), NOSPLIT, $0-24
	MOVQ           p+0(FP), SI
	MOVQ           n+8(FP), CX
	LEAQ           -128(CX), DX
	VBROADCASTI32X4 strays<>(SB), Z9
	XORQ           AX, AX

next:
	BLOCK512
	JNZ  found
	SUBQ $-128, AX
	CMPQ AX, DX
	JLE  next

	// The last block overlaps bytes that are known not to be strays.
	CMPQ AX, CX
	JEQ  done
	MOVQ DX, AX
	BLOCK512
	JNZ  found
	MOVQ CX, AX
	JMP  done

found:
	KMOVQ K1, R8
	KMOVQ K2, R9
	BSFQ  R9, R9
	ADDQ  $64, R9
	BSFQ  R8, R8
	CMOVQEQ R9, R8
	ADDQ  R8, AX

done:
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET
