//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The bytes to compare with, and the tables.

DATA colon<>+0(SB)/8, $0x3A3A3A3A3A3A3A3A
GLOBL colon<>(SB), RODATA|NOPTR, $8

DATA angle<>+0(SB)/8, $0x3C3C3C3C3C3C3C3C // "<"
GLOBL angle<>(SB), RODATA|NOPTR, $8

DATA slash<>+0(SB)/8, $0x2F2F2F2F2F2F2F2F
GLOBL slash<>(SB), RODATA|NOPTR, $8

// The bit in which the cases of letters differ.
DATA fold<>+0(SB)/8, $0x2020202020202020
GLOBL fold<>(SB), RODATA|NOPTR, $8

DATA ell<>+0(SB)/8, $0x6C6C6C6C6C6C6C6C
GLOBL ell<>(SB), RODATA|NOPTR, $8

// In full length, as operands in memory: no register is left.
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

// After "*" come "+", "-", ".", the digits and the letters, which end schemes. Bytes of
// 80 and more are negative, and so less than it.
DATA star<>+0(SB)/8, $0x2A2A2A2A2A2A2A2A
DATA star<>+8(SB)/8, $0x2A2A2A2A2A2A2A2A
DATA star<>+16(SB)/8, $0x2A2A2A2A2A2A2A2A
DATA star<>+24(SB)/8, $0x2A2A2A2A2A2A2A2A
GLOBL star<>(SB), RODATA|NOPTR, $32

DATA backspace<>+0(SB)/8, $0x0808080808080808
DATA backspace<>+8(SB)/8, $0x0808080808080808
DATA backspace<>+16(SB)/8, $0x0808080808080808
DATA backspace<>+24(SB)/8, $0x0808080808080808
GLOBL backspace<>(SB), RODATA|NOPTR, $32

// White space, indexed by the low four bits of a byte: 20 hexadecimal at 0, 09 to 0D at 9
// to D. A byte is white space if it equals the element at its index. The other elements
// are 20 as well, which equals no byte with that index. For bytes of 80 and more VPSHUFB
// gives 0.
DATA space<>+0(SB)/8, $0x2020202020202020
DATA space<>+8(SB)/8, $0x20200D0C0B0A0920
GLOBL space<>(SB), RODATA|NOPTR, $16

// HALF computes three masks of the 32 bytes at off(SI)(CX*8): in Y5 the bytes that are
// marked anywhere, in colons those that are marked near a "<", in angles each "<". ENDS
// sets Y5 to a mask of the bytes after which a colon needs no "/", from the previous
// bytes in Y1 and the same with bit 20 set in Y6, and SPACE changes it for white space.
// HALF leaves the text in Y0, and the mask of the bytes before white space in Y3.
#define HALF(off, colons, angles, ENDS, SPACE) \
	VMOVDQU  off(SI)(CX*8), Y0     \
	VMOVDQU  (off-1)(SI)(CX*8), Y1 \ // the byte before each byte
	VMOVDQU  (off+1)(SI)(CX*8), Y2 \ // the byte after each byte
	VPSHUFB  Y2, Y9, Y3            \
	VPCMPEQB Y2, Y3, Y3            \ // before white space
	VPOR     Y1, Y11, Y6           \
	ENDS                           \
	SPACE                          \
	VPCMPEQB Y2, Y12, Y2           \ // before "/"
	VPOR     Y2, Y5, Y5            \
	VPCMPEQB Y0, Y15, colons       \ // colon
	VPAND    colons, Y5, Y5        \
	VPCMPEQB Y0, Y14, angles

// NARROW is ENDS for the schemes that are built in.
#define NARROW \
	VPSHUFB  Y6, Y13, Y5 \
	VPCMPEQB Y6, Y5, Y5

// CLOSE is SPACE without white space in URLs.
#define CLOSE \
	VPCMPEQB Y6, Y10, Y6 \ // after "l"
	VPANDN   Y3, Y6, Y6  \ // before white space, and not after "l"
	VPANDN   Y5, Y6, Y5

// SPACED is SPACE for white space in URLs. Y10 is spacedEnds.
#define SPACED \
	VPSHUFB  Y6, Y10, Y4 \
	VPCMPEQB Y6, Y4, Y6  \ // after an end before which white space may follow
	VPANDN   Y3, Y6, Y6  \ // before white space, and not after such an end
	VPANDN   Y5, Y6, Y5  \
	VPCMPEQB Y1, Y11, Y4 \ // after a blank
	VPOR     Y4, Y5, Y5

#define COLONS // marks nothing more

// WIDE is ENDS for all bytes that may end a scheme.
#define WIDE \
	VPCMPGTB star<>(SB), Y1, Y5      \
	VPCMPEQB backspace<>(SB), Y1, Y4 \
	VPOR     Y4, Y5, Y5

// ADDRESSES adds "@" and the dots that are not before white space to Y5.
#define ADDRESSES \
	VPCMPEQB commercialAt<>(SB), Y0, Y1 \
	VPOR     Y1, Y5, Y5                 \
	VPCMPEQB dot<>(SB), Y0, Y1          \
	VPANDN   Y1, Y3, Y1                 \
	VPOR     Y1, Y5, Y5

// BITS joins two masks of 32 bytes to one word.
#define BITS(first, second, word, other) \
	VPMOVMSKB first, word   \
	VPMOVMSKB second, other \
	SHLQ      $32, other    \
	ORQ       other, word

// ADD_WORD adds R8, the word with index R13, to the bitmap at DI, which has R12 words,
// unless it is 0. A word that is stored but not counted is overwritten.
#define ADD_WORD \
	MOVQ R8, Bitmap_Words(DI)(R12*8) \
	MOVW R13, Bitmap_At(DI)(R12*2)   \
	INCQ R13                         \
	NEGQ R8                          \ // carries unless R8 is 0
	ADCQ $0, R12

// WORDS fills all words. The branch for "<" is well predicted, as most texts have no "<",
// or have them everywhere.
#define WORDS(loop, store, angle, ENDS, SPACE, ALSO) \
loop:                               \
	HALF(0, Y7, Y8, ENDS, SPACE)    \
	ALSO                            \
	VPMOVMSKB Y5, R8                \
	HALF(32, Y4, Y6, ENDS, SPACE)   \
	ALSO                     \
	VPMOVMSKB Y5, R9         \
	SHLQ      $32, R9        \
	ORQ       R9, R8         \
	VPOR      Y6, Y8, Y5     \
	VPTEST    Y5, Y5         \
	JNE       angle          \
	TESTQ     DX, DX         \
	JEQ       store          \
	DECQ      DX             \
	BITS(Y7, Y4, R9, R10)    \
	ORQ       R9, R8         \
store:                       \
	ADD_WORD                 \
	ADDQ      $8, CX         \
	JNE       loop           \
	JMP       done           \
angle:                       \
	BITS(Y7, Y4, R9, R10)    \
	BITS(Y8, Y6, R10, R11)   \
	ABOVE(R10, R11)          \
	ANDQ      R9, R11        \
	TESTQ     DX, DX         \
	CMOVQEQ   R11, R9        \
	ORQ       R9, R8         \
	MOVQ      $2, DX         \
	JMP       store

// ABOVE sets above to the bits above the lowest bit of set, or to 0 if set is 0.
#define ABOVE(set, above) \
	LEAQ -1(set), above \
	XORQ set, above     \
	NOTQ above

// func wordsAVX2(b *Bitmap, p *byte, n, at, near int, wide, spaced bool) (nearAfter int)
TEXT ·wordsAVX2(SB), NOSPLIT, $0-56
	MOVQ    b+0(FP), DI
	MOVQ    p+8(FP), SI
	MOVQ    n+16(FP), CX
	MOVQ    at+24(FP), R13
	MOVQ    near+32(FP), DX
	MOVBQZX wide+40(FP), BX
	MOVBQZX spaced+41(FP), R8
	MOVQ    Bitmap_N(DI), R12

	VPBROADCASTQ   colon<>(SB), Y15
	VPBROADCASTQ   angle<>(SB), Y14
	VBROADCASTI128 ·endsByLow(SB), Y13
	VPBROADCASTQ   slash<>(SB), Y12
	VPBROADCASTQ   fold<>(SB), Y11
	VPBROADCASTQ   ell<>(SB), Y10
	VBROADCASTI128 space<>(SB), Y9

	// CX counts up to 0, by eight for a word: an eighth of the bytes that are left.
	SHLQ $3, CX
	LEAQ (SI)(CX*8), SI
	NEGQ CX

	TESTQ R8, R8
	JNE   spaced
	TESTQ BX, BX
	JNE   wide
	WORDS(narrowLoop, narrowStore, narrowAngle, NARROW, CLOSE, COLONS)

wide:
	WORDS(wideLoop, wideStore, wideAngle, WIDE, CLOSE, ADDRESSES)

spaced:
	VBROADCASTI128 ·spacedEnds(SB), Y10
	TESTQ          BX, BX
	JNE            wideSpaced
	WORDS(spacedLoop, spacedStore, spacedAngle, NARROW, SPACED, COLONS)

wideSpaced:
	WORDS(wideSpacedLoop, wideSpacedStore, wideSpacedAngle, WIDE, SPACED, ADDRESSES)

done:
	VZEROUPPER
	MOVQ R12, Bitmap_N(DI)
	MOVQ DX, nearAfter+48(FP)
	RET

// NARROW512 is the narrow loop over 64 bytes at once. Its masks are in mask registers: each
// comparison is made within the mask of an earlier one, which saves most of the logic,
// and three loads replace six. SPACE sets K5 to the colons that are marked because of white
// space, and removes from K3, those after the end of an opaque scheme, the ones that are not.
#define NARROW512(loop, SPACE) \
loop:                           \
	VMOVDQU8 (SI)(CX*8), Z0     \
	VMOVDQU8 -1(SI)(CX*8), Z1   \
	VMOVDQU8 1(SI)(CX*8), Z2    \
	VPORQ    Z1, Z11, Z6        \
	VPSHUFB  Z6, Z13, Z5        \
	VPCMPEQB Z0, Z15, K1        \ // colon
	VPCMPEQB Z0, Z14, K6        \ // "<"
	VPCMPEQB Z2, Z12, K1, K2    \ // before "/"
	VPCMPEQB Z6, Z5, K1, K3     \ // after the end of an opaque scheme
	SPACE                       \
	KORQ     K2, K5, K2         \
	KORQ     K2, K3, K2         \
	KMOVQ    K2, R8             \
	KMOVQ    K1, R9             \
	KMOVQ    K6, R10            \
	ABOVE(R10, R11)             \ // without a branch, as the position of "<" cannot be predicted
	ANDQ    R9, R11             \
	TESTQ   DX, DX              \
	CMOVQNE R9, R11             \
	ORQ     R11, R8             \
	SUBQ    $1, DX              \
	ADCQ    $0, DX              \ // not below 0
	TESTQ   R10, R10            \
	CMOVQNE BX, DX              \
	ADD_WORD                    \
	ADDQ $8, CX                 \
	JNE  loop                   \
	JMP  done

// CLOSE512 is SPACE without white space in URLs.
#define CLOSE512 \
	VPSHUFB  Z2, Z9, Z3      \
	VPCMPEQB Z2, Z3, K3, K4  \ // before white space
	VPCMPEQB Z6, Z10, K4, K5 \ // and after "l"
	KANDNQ   K3, K4, K3

// SPACED512 is SPACE for white space in URLs. Z10 is spacedEnds.
#define SPACED512 \
	VPSHUFB  Z2, Z9, Z3      \
	VPSHUFB  Z6, Z10, Z7     \
	VPCMPEQB Z2, Z3, K3, K4  \ // before white space
	VPCMPEQB Z6, Z7, K4, K5  \ // and after an end before which white space may follow
	KANDNQ   K3, K4, K3      \
	VPCMPEQB Z1, Z11, K1, K7 \ // after a blank
	KORQ     K7, K5, K5

// func wordsAVX512(b *Bitmap, p *byte, n, at, near int, spaced bool) (nearAfter int)
TEXT ·wordsAVX512(SB), NOSPLIT, $0-56
	MOVQ b+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ at+24(FP), R13
	MOVQ near+32(FP), DX
	MOVBQZX spaced+40(FP), R8
	MOVQ Bitmap_N(DI), R12

	VPBROADCASTQ    colon<>(SB), Z15
	VPBROADCASTQ    angle<>(SB), Z14
	VBROADCASTI32X4 ·endsByLow(SB), Z13
	VPBROADCASTQ    slash<>(SB), Z12
	VPBROADCASTQ    fold<>(SB), Z11
	VPBROADCASTQ    ell<>(SB), Z10
	VBROADCASTI32X4 space<>(SB), Z9
	MOVQ            $2, BX // near

	// CX as in wordsAVX2.
	SHLQ $3, CX
	LEAQ (SI)(CX*8), SI
	NEGQ CX

	TESTQ R8, R8
	JNE   spaced
	NARROW512(loop, CLOSE512)

spaced:
	VBROADCASTI32X4 ·spacedEnds(SB), Z10
	NARROW512(spacedLoop, SPACED512)

done:
	VZEROUPPER
	MOVQ R12, Bitmap_N(DI)
	MOVQ DX, nearAfter+48(FP)
	RET
