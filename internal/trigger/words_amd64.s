//go:build !purego

#include "textflag.h"

// The bytes that are compared with, and the tables.

DATA colon<>+0(SB)/8, $0x3A3A3A3A3A3A3A3A
GLOBL colon<>(SB), RODATA|NOPTR, $8

DATA angle<>+0(SB)/8, $0x3C3C3C3C3C3C3C3C // "<"
GLOBL angle<>(SB), RODATA|NOPTR, $8

// Behind "*" come "+", "-", ".", the digits and the letters, which end schemes.
// Bytes of 80 and more are negative, and so below it.
DATA star<>+0(SB)/8, $0x2A2A2A2A2A2A2A2A
GLOBL star<>(SB), RODATA|NOPTR, $8

DATA backspace<>+0(SB)/8, $0x0808080808080808
GLOBL backspace<>(SB), RODATA|NOPTR, $8

// The bit in which the cases of letters differ.
DATA fold<>+0(SB)/8, $0x2020202020202020
GLOBL fold<>(SB), RODATA|NOPTR, $8

DATA ell<>+0(SB)/8, $0x6C6C6C6C6C6C6C6C
GLOBL ell<>(SB), RODATA|NOPTR, $8

DATA commercialAt<>+0(SB)/8, $0x4040404040404040
GLOBL commercialAt<>(SB), RODATA|NOPTR, $8

DATA dot<>+0(SB)/8, $0x2E2E2E2E2E2E2E2E
GLOBL dot<>(SB), RODATA|NOPTR, $8

// White space by the low four bits of a byte: 20 hexadecimal at 0, 09 to 0D at 9
// to D. A byte is white space if it is the one in its place. Elsewhere stands 20
// as well, which no byte with other low bits is; for bytes of 80 and more VPSHUFB
// gives 0.
DATA space<>+0(SB)/8, $0x2020202020202020
DATA space<>+8(SB)/8, $0x20200D0C0B0A0920
GLOBL space<>(SB), RODATA|NOPTR, $16

// HALF makes, of 32 bytes at off(SI), three masks: in Y5 what is marked wherever
// "<" is, in Y4 the colons that are so if "<" is near, in Y6 "<". It leaves the
// bytes in Y0, and in Y3 before which of them white space stands.
#define HALF(off) \
	VMOVDQU   off(SI), Y0    \
	VMOVDQU   (off-1)(SI), Y1 \ // what stands before each byte
	VMOVDQU   (off+1)(SI), Y2 \ // and behind it
	VPSHUFB   Y2, Y9, Y3     \
	VPCMPEQB  Y2, Y3, Y3     \ // white space behind
	VPCMPEQB  Y0, Y15, Y4    \ // colon
	VPCMPGTB  Y13, Y1, Y5    \
	VPCMPEQB  Y1, Y12, Y6    \
	VPOR      Y5, Y6, Y5     \
	VPAND     Y4, Y5, Y4     \ // colon behind what may end a scheme
	VPOR      Y1, Y11, Y6    \
	VPCMPEQB  Y6, Y10, Y6    \ // behind "l"
	VPANDN    Y3, Y6, Y6     \ // white space behind, and no "l" before
	VPANDN    Y4, Y6, Y5     \
	VPCMPEQB  Y0, Y14, Y6

// ADDRESSES adds to Y5 "@" and those dots behind which no white space stands.
#define ADDRESSES \
	VPCMPEQB  Y0, Y8, Y1 \
	VPOR      Y1, Y5, Y5 \
	VPCMPEQB  Y0, Y7, Y1 \
	VPANDN    Y1, Y3, Y1 \
	VPOR      Y1, Y5, Y5

// MASKS puts the masks of HALF, a bit a byte, into general registers.
#define MASKS(marked, colons, angles) \
	VPMOVMSKB Y5, marked \
	VPMOVMSKB Y4, colons \
	VPMOVMSKB Y6, angles

// WORD puts together the masks of two halves, and writes the word. The branch is
// foreseen well: most texts either have no "<" or have them everywhere.
#define WORD(last) \
	SHLQ $32, R11    \
	ORQ  R11, R8     \
	SHLQ $32, R12    \
	ORQ  R12, R9     \
	SHLQ $32, R13    \
	ORQ  R13, R10    \
	MOVQ $3, R10

// func wordsAVX2(dst *uint64, p *byte, n, near int, addresses bool) (nearAfter int)
TEXT ·wordsAVX2(SB), NOSPLIT, $0-48
	MOVQ    dst+0(FP), DI
	MOVQ    p+8(FP), SI
	MOVQ    n+16(FP), CX
	MOVQ    near+24(FP), DX
	MOVBQZX addresses+32(FP), BX

	VPBROADCASTQ   colon<>(SB), Y15
	VPBROADCASTQ   angle<>(SB), Y14
	VPBROADCASTQ   star<>(SB), Y13
	VPBROADCASTQ   backspace<>(SB), Y12
	VPBROADCASTQ   fold<>(SB), Y11
	VPBROADCASTQ   ell<>(SB), Y10
	VBROADCASTI128 space<>(SB), Y9
	VPBROADCASTQ   commercialAt<>(SB), Y8
	VPBROADCASTQ   dot<>(SB), Y7

loop:
	HALF(0)
	TESTB BX, BX
	JE    first
	ADDRESSES

first:
	VPMOVMSKB Y5, R8
	VPMOVMSKB Y4, R9
	VPMOVMSKB Y6, R10
	HALF(32)
	TESTB BX, BX
	JE    second
	ADDRESSES

second:
	VPMOVMSKB Y5, R11
	VPMOVMSKB Y4, R12
	SHLQ      $32, R11
	SHLQ      $32, R12
	ORQ       R11, R8
	ORQ       R12, R9
	VPMOVMSKB Y6, R13
	ORQ       R13, R10
	JE        far
	MOVQ      $3, DX // this word and two more

far:
	// Foreseen well: most texts have no "<", or have them everywhere.
	TESTQ DX, DX
	JE    store
	ORQ   R9, R8
	DECQ  DX

store:
	MOVQ R8, (DI)
	ADDQ $64, SI
	ADDQ $8, DI
	DECQ CX
	JNE  loop

	VZEROUPPER
	MOVQ DX, nearAfter+40(FP)
	RET
