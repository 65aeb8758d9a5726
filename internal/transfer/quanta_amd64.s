//go:build !purego

#include "textflag.h"

// The method is that of Muła and Lemire, "Faster Base64 Encoding and Decoding using AVX2
// Instructions", ACM Transactions on the Web 12 (3), 2018: each half of a byte selects a
// set of bits, and the byte is not a digit if the two sets intersect.

// The sets, by the low four bits.
DATA low<>+0(SB)/8, $0x1111111111111115
DATA low<>+8(SB)/8, $0x1A1B1B1B1A131111
GLOBL low<>(SB), RODATA|NOPTR, $16

// The sets, by the high four bits.
DATA high<>+0(SB)/8, $0x0804080402011010
DATA high<>+8(SB)/8, $0x1010101010101010
GLOBL high<>(SB), RODATA|NOPTR, $16

// The difference between a digit and its value, by the high four bits: 16 for "/", which
// is indexed one lower, 19 for "+", 4 for "0" to "9", -65 for capital letters and -71 for
// small letters.
DATA shift<>+0(SB)/8, $0xB9B9BFBF04131000
DATA shift<>+8(SB)/8, $0x0000000000000000
GLOBL shift<>(SB), RODATA|NOPTR, $16

// "/", and a mask of the low four bits: VPSHUFB ignores bit 5.
DATA slash<>+0(SB)/8, $0x2F2F2F2F2F2F2F2F
GLOBL slash<>(SB), RODATA|NOPTR, $8

// Factors that join two values of 6 bits to one of 12 bits, and two of these to one of 24
// bits.
DATA pairs<>+0(SB)/8, $0x0140014001400140
GLOBL pairs<>(SB), RODATA|NOPTR, $8
DATA quads<>+0(SB)/8, $0x0001100000011000
GLOBL quads<>(SB), RODATA|NOPTR, $8

// The order of the three octets of each quantum, from high to low, and of the twelve
// octets in each half of a register.
DATA octets<>+0(SB)/8, $0x090A040506000102
DATA octets<>+8(SB)/8, $0xFFFFFFFF0C0D0E08
GLOBL octets<>(SB), RODATA|NOPTR, $16
DATA join<>+0(SB)/8, $0x0000000100000000
DATA join<>+8(SB)/8, $0x0000000400000002
DATA join<>+16(SB)/8, $0x0000000600000005
DATA join<>+24(SB)/8, $0x0000000700000003
GLOBL join<>(SB), RODATA|NOPTR, $32

// BLOCK decodes 32 digits at from to 24 octets at to, and writes 8 more bytes after them.
// It sets bits in Y1 if some bytes are not digits.
#define BLOCK(from, to) \
	VMOVDQU    from, Y0      \
	VPSRLD     $4, Y0, Y2    \
	VPAND      Y15, Y2, Y2   \
	VPAND      Y15, Y0, Y3   \
	VPSHUFB    Y3, Y14, Y3   \
	VPSHUFB    Y2, Y13, Y4   \
	VPAND      Y3, Y4, Y3    \
	VPOR       Y3, Y1, Y1    \
	VPCMPEQB   Y15, Y0, Y3   \
	VPADDB     Y3, Y2, Y2    \
	VPSHUFB    Y2, Y12, Y2   \
	VPADDB     Y2, Y0, Y0    \
	VPMADDUBSW Y11, Y0, Y0   \
	VPMADDWD   Y10, Y0, Y0   \
	VPSHUFB    Y9, Y0, Y0    \
	VPERMD     Y0, Y8, Y0    \
	VMOVDQU    Y0, to

// func linesAVX2(dst, src *byte, width, step, n int) (lines int)
TEXT ·linesAVX2(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ width+16(FP), DX
	MOVQ step+24(FP), R8
	MOVQ n+32(FP), CX

	VPBROADCASTQ   slash<>(SB), Y15
	VBROADCASTI128 low<>(SB), Y14
	VBROADCASTI128 high<>(SB), Y13
	VBROADCASTI128 shift<>(SB), Y12
	VPBROADCASTQ   pairs<>(SB), Y11
	VPBROADCASTQ   quads<>(SB), Y10
	VBROADCASTI128 octets<>(SB), Y9
	VMOVDQU        join<>(SB), Y8

	// The byte at width and the byte before step: LF and LF, or CR and LF.
	MOVBLZX (SI)(DX*1), R9
	XORQ    AX, AX
	SUBQ    $32, DX         // start of the last block
	MOVQ    DX, R10
	SHRQ    $2, R10
	LEAQ    (R10)(R10*2), R10 // start of its octets

line:
	CMPB  32(SI)(DX*1), R9
	JNE   done
	CMPB  -1(SI)(R8*1), $0x0A
	JNE   done
	VPXOR Y1, Y1, Y1
	XORQ  BX, BX
	MOVQ  DI, R11
	JMP   more

block:
	BLOCK((SI)(BX*1), (R11))
	ADDQ $32, BX
	ADDQ $24, R11

more:
	CMPQ BX, DX
	JLT  block

	// The last block may overlap the one before it.
	BLOCK((SI)(DX*1), (DI)(R10*1))
	VPTEST Y1, Y1
	JNZ    done
	INCQ   AX
	ADDQ   R8, SI
	LEAQ   24(DI)(R10*1), DI
	DECQ   CX
	JNZ    line

done:
	VZEROUPPER
	MOVQ AX, lines+40(FP)
	RET
