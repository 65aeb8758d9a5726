//go:build !purego

#include "textflag.h"

DATA nibble<>+0(SB)/8, $0x0F0F0F0F0F0F0F0F
GLOBL nibble<>(SB), RODATA|NOPTR, $8

// OUTSIDE sets in inner and outer the bits of the 32 bytes at p that are not in the
// class. Y1, Y2 and Y3 hold the tables, Y4 the nibble mask, Y5 zeros.
#define OUTSIDE(p, inner, outer) \
	VMOVDQU   p, Y0         \
	VPSRLW    $4, Y0, Y6    \
	VPAND     Y4, Y6, Y6    \
	VPSHUFB   Y6, Y3, Y6    \
	VPSHUFB   Y0, Y1, Y7    \ // 0 for bytes of 80 hexadecimal and more
	VPSHUFB   Y0, Y2, Y8    \
	VPAND     Y6, Y7, Y7    \
	VPAND     Y6, Y8, Y8    \
	VPCMPEQB  Y7, Y5, Y7    \
	VPCMPEQB  Y8, Y5, Y8    \
	VPMOVMSKB Y7, inner     \
	VPMOVMSKB Y8, outer

// COUNT replaces set by the number of 0 bits below its lowest 1 bit, 64 if it is 0.
#define COUNT(set) \
	MOVL    $64, R8 \
	BSFQ    set, set \
	CMOVQEQ R8, set

// func prefixAVX2(p *byte, tables *[16]byte) (inner, outer int)
TEXT ·prefixAVX2(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ tables+8(FP), DI

	VBROADCASTI128 (DI), Y1
	VBROADCASTI128 16(DI), Y2
	VBROADCASTI128 32(DI), Y3
	VPBROADCASTQ   nibble<>(SB), Y4
	VPXOR          Y5, Y5, Y5

	OUTSIDE((SI), AX, BX)
	OUTSIDE(32(SI), CX, DX)
	VZEROUPPER
	SHLQ $32, CX
	SHLQ $32, DX
	ORQ  CX, AX
	ORQ  DX, BX
	COUNT(AX)
	COUNT(BX)
	MOVQ AX, inner+16(FP)
	MOVQ BX, outer+24(FP)
	RET

// func prefixAVX512(p *byte, tables *[16]byte) (inner, outer int)
TEXT ·prefixAVX512(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ tables+8(FP), DI

	VMOVDQU8        (SI), Z0
	VPBROADCASTQ    nibble<>(SB), Z4
	VBROADCASTI32X4 (DI), Z1
	VBROADCASTI32X4 16(DI), Z2
	VBROADCASTI32X4 32(DI), Z3
	VPSRLW          $4, Z0, Z6
	VPANDQ          Z4, Z6, Z6
	VPSHUFB         Z6, Z3, Z6
	VPSHUFB         Z0, Z1, Z1 // 0 for bytes of 80 hexadecimal and more
	VPSHUFB         Z0, Z2, Z2
	VPTESTNMB       Z6, Z1, K1
	VPTESTNMB       Z6, Z2, K2
	KMOVQ           K1, AX
	KMOVQ           K2, BX
	VZEROUPPER
	COUNT(AX)
	COUNT(BX)
	MOVQ AX, inner+16(FP)
	MOVQ BX, outer+24(FP)
	RET
