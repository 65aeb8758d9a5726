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

// In full, as operands in memory: there is no register left.
DATA commercialAt<>+0(SB)/8, $0x4040404040404040
DATA commercialAt<>+8(SB)/8, $0x4040404040404040
DATA commercialAt<>+16(SB)/8, $0x4040404040404040
DATA commercialAt<>+24(SB)/8, $0x4040404040404040
GLOBL commercialAt<>(SB), RODATA|NOPTR, $32

DATA dot<>+0(SB)/8, $0x2E2E2E2E2E2E2E2E
DATA dot<>+8(SB)/8, $0x2E2E2E2E2E2E2E2E
DATA dot<>+16(SB)/8, $0x2E2E2E2E2E2E2E2E
DATA dot<>+24(SB)/8, $0x2E2E2E2E2E2E2E2E
GLOBL dot<>(SB), RODATA|NOPTR, $32

// White space by the low four bits of a byte: 20 hexadecimal at 0, 09 to 0D at 9
// to D. A byte is white space if it is the one in its place. Elsewhere stands 20
// as well, which no byte with other low bits is; for bytes of 80 and more VPSHUFB
// gives 0.
DATA space<>+0(SB)/8, $0x2020202020202020
DATA space<>+8(SB)/8, $0x20200D0C0B0A0920
GLOBL space<>(SB), RODATA|NOPTR, $16

// HALF makes, of 32 bytes at off(SI)(CX*8), three masks: in Y5 what is marked
// wherever "<" is, in colons what is so if "<" is near, in angles "<". It leaves the
// bytes in Y0, and in Y3 before which of them white space stands.
#define HALF(off, colons, angles) \
	VMOVDQU  off(SI)(CX*8), Y0     \
	VMOVDQU  (off-1)(SI)(CX*8), Y1 \ // what stands before each byte
	VMOVDQU  (off+1)(SI)(CX*8), Y2 \ // and behind it
	VPSHUFB  Y2, Y9, Y3            \
	VPCMPEQB Y2, Y3, Y3            \ // white space behind
	VPCMPEQB Y0, Y15, colons       \
	VPCMPGTB Y13, Y1, Y5           \
	VPCMPEQB Y1, Y12, angles       \
	VPOR     Y5, angles, Y5        \
	VPAND    colons, Y5, colons    \ // behind what may end a scheme
	VPOR     Y1, Y11, angles       \
	VPCMPEQB angles, Y10, angles   \ // behind "l"
	VPANDN   Y3, angles, angles    \ // white space behind, and no "l" before
	VPANDN   colons, angles, Y5    \
	VPCMPEQB Y0, Y14, angles

#define COLONS // and nothing else

// ADDRESSES adds to Y5 "@" and those dots behind which no white space stands.
#define ADDRESSES \
	VPCMPEQB commercialAt<>(SB), Y0, Y1 \
	VPOR     Y1, Y5, Y5                 \
	VPCMPEQB dot<>(SB), Y0, Y1          \
	VPANDN   Y1, Y3, Y1                 \
	VPOR     Y1, Y5, Y5

// WORDS makes all words. Where no "<" is near is foreseen well: most texts have
// none, or have them everywhere.
#define WORDS(loop, far, store, ALSO) \
loop:                        \
	HALF(0, Y7, Y8)          \
	ALSO                     \
	VPMOVMSKB Y5, R8         \
	HALF(32, Y4, Y6)         \
	ALSO                     \
	VPMOVMSKB Y5, R9         \
	SHLQ      $32, R9        \
	ORQ       R9, R8         \
	VPOR      Y6, Y8, Y8     \
	VPTEST    Y8, Y8         \
	JEQ       far            \
	MOVQ      $3, DX         \ // this word and two more
far:                         \
	TESTQ     DX, DX         \
	JEQ       store          \
	DECQ      DX             \
	VPMOVMSKB Y7, R9         \
	VPMOVMSKB Y4, R10        \
	SHLQ      $32, R10       \
	ORQ       R9, R8         \
	ORQ       R10, R8        \
store:                       \
	MOVQ      R8, (DI)(CX*1) \
	ADDQ      $8, CX         \
	JNE       loop

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

	// CX counts up to 0, in bytes of the bitmap: eight of them are 64 of text.
	SHLQ $3, CX
	ADDQ CX, DI
	LEAQ (SI)(CX*8), SI
	NEGQ CX

	TESTQ BX, BX
	JNE   addresses
	WORDS(colonsLoop, colonsFar, colonsStore, COLONS)
	JMP   done

addresses:
	WORDS(addressesLoop, addressesFar, addressesStore, ADDRESSES)

done:
	VZEROUPPER
	MOVQ DX, nearAfter+40(FP)
	RET
