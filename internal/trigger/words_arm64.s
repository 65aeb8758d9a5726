//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Registers whose value is the same for all words.
#define COLON     V31
#define ANGLE     V30
#define PLUS      V29
#define SPAN      V28
#define BACKSPACE V27
#define FOLD      V26
#define ELL       V25
#define AT        V24
#define DOT       V23
#define SPACE     V22
#define LOW       V21
#define WEIGHTS   V20
#define SLASH     V18

// ENDS is endsByLow. It and PLUS are not used at the same time.
#define ENDS V29

// ANGLES has a nonzero byte at each position at which some quarter of a word has "<".
#define ANGLES V19

// QUARTER computes masks of 16 bytes of text, from the bytes before and after each of
// them: in marked the colons that are marked anywhere, in before the colons that are
// marked near a "<", in after the bytes before white space. In the first two, each byte
// keeps the one bit of its position in the word. SPACE is for white space.
#define QUARTER(text, before, after, marked, SPACE) \
	FIRST(after)                           \
	VORR  FOLD.B16, before.B16, marked.B16 \
	VAND  LOW.B16, marked.B16, V17.B16     \
	VTBL  V17.B16, [ENDS.B16], V17.B16     \
	VCMEQ marked.B16, V17.B16, V17.B16     \ // after the end of an opaque scheme
	SPACE(before, after, marked)           \
	LAST(text, before, marked)

// WIDE_QUARTER is QUARTER for all bytes that may end a scheme.
#define WIDE_QUARTER(text, before, after, marked, SPACE) \
	FIRST(after)                                \
	VSUB  PLUS.B16, before.B16, marked.B16      \
	VUMIN SPAN.B16, marked.B16, V17.B16         \
	VCMEQ marked.B16, V17.B16, V17.B16          \
	VCMEQ BACKSPACE.B16, before.B16, marked.B16 \
	VORR  marked.B16, V17.B16, V17.B16          \
	VORR  FOLD.B16, before.B16, marked.B16      \
	SPACE(before, after, marked)           \
	LAST(text, before, marked)

// FIRST sets V16 to the mask of the bytes before "/", and after to the mask of the bytes
// before white space.
#define FIRST(after) \
	VCMEQ SLASH.B16, after.B16, V16.B16 \
	VAND  LOW.B16, after.B16, V17.B16   \
	VTBL  V17.B16, [SPACE.B16], V17.B16 \
	VCMEQ after.B16, V17.B16, after.B16

// CLOSE sets marked to those bytes of V17, the mask of the bytes after which a colon needs no "/", that
// are not before white space, or after "l". The argument marked holds the bytes before, with bit 20 set.
#define CLOSE(before, after, marked) \
	VCMEQ ELL.B16, marked.B16, marked.B16 \ // after "l", also before white space
	VBIF  after.B16, V17.B16, marked.B16    // after any byte of V17, not before white space

// SPACED is CLOSE for white space in URLs. ELL is spacedEnds. It adds the bytes after a blank to V16.
#define SPACED(before, after, marked) \
	VCMEQ FOLD.B16, before.B16, before.B16    \ // after a blank
	VORR  before.B16, V16.B16, V16.B16        \
	VAND  LOW.B16, marked.B16, before.B16     \
	VTBL  before.B16, [ELL.B16], before.B16   \
	VCMEQ marked.B16, before.B16, marked.B16  \ // after an end before which white space may follow
	VBIF  after.B16, V17.B16, marked.B16

// LAST adds V16 to marked, and keeps the colons.
#define LAST(text, before, marked) \
	VORR  V16.B16, marked.B16, marked.B16 \
	VCMEQ COLON.B16, text.B16, V17.B16    \
	VAND  WEIGHTS.B16, V17.B16, V17.B16   \
	VAND  V17.B16, marked.B16, marked.B16 \
	VMOV  V17.B16, before.B16             \
	VCMEQ ANGLE.B16, text.B16, V16.B16    \
	VORR  V16.B16, ANGLES.B16, ANGLES.B16

// ADDRESSES adds "@" and the dots that are not before white space to marked.
#define ADDRESSES(text, after, marked) \
	VCMEQ AT.B16, text.B16, V16.B16     \
	VORR  after.B16, text.B16, V17.B16  \ // FF, which is not a dot, before white space
	VCMEQ DOT.B16, V17.B16, V17.B16     \
	VORR  V16.B16, V17.B16, V16.B16     \
	VAND  WEIGHTS.B16, V16.B16, V16.B16 \
	VORR  V16.B16, marked.B16, marked.B16

// func wordsNEON(b *Bitmap, around *byte, n, at, near int, wide, spaced bool) (nearAfter int)
TEXT ·wordsNEON(SB), NOSPLIT, $0-56
	MOVD  b+0(FP), R0
	MOVD  around+8(FP), R1
	MOVD  n+16(FP), R2
	MOVD  at+24(FP), R13
	MOVD  near+32(FP), R3
	MOVBU wide+40(FP), R4
	MOVBU spaced+41(FP), R16

	MOVD Bitmap_N(R0), R12
	ADD  $Bitmap_Words, R0, R14
	ADD  $Bitmap_At, R0, R15

	ADD   $1, R1, R5
	ADD   $2, R1, R6

	VMOVI $0x3A, COLON.B16
	VMOVI $0x3C, ANGLE.B16 // "<"
	VMOVI $0x2F, SLASH.B16

	// After "*" come "+", "-", ".", the digits and the letters, which end schemes, up to
	// 7F: unsigned, these are at most 54 above "+".
	CBZ   R4, narrow
	VMOVI $0x2B, PLUS.B16
	VMOVI $0x54, SPAN.B16
	VMOVI $0x08, BACKSPACE.B16
	B     common

narrow:
	MOVD $·endsByLow(SB), R7
	VLD1 (R7), [ENDS.B16]

common:
	// The bit in which the cases of a letter differ.
	VMOVI $0x20, FOLD.B16
	VMOVI $0x6C, ELL.B16
	CBZ   R16, close
	MOVD  $·spacedEnds(SB), R7
	VLD1  (R7), [ELL.B16]

close:
	VMOVI $0x40, AT.B16
	VMOVI $0x2E, DOT.B16

	// White space, indexed by the low four bits of a byte: 20 hexadecimal at 0, 09 to 0D
	// at 9 to D. A byte is white space if it equals the element at its index. The other
	// elements are 20 as well, which equals no byte with that index.
	MOVD  $0x2020202020202020, R7
	VMOV  R7, SPACE.D[0]
	MOVD  $0x20200D0C0B0A0920, R7
	VMOV  R7, SPACE.D[1]
	VMOVI $0x0F, LOW.B16

	// The bits of eight consecutive bytes. If each of eight bytes has one of them, adding
	// pairs three times gives one byte with all their bits.
	MOVD $0x8040201008040201, R7
	VDUP R7, WEIGHTS.D2

loop:
	VLD1.P 64(R1), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1.P 64(R5), [V0.B16, V1.B16, V2.B16, V3.B16]
	VLD1.P 64(R6), [V8.B16, V9.B16, V10.B16, V11.B16]
	VEOR   ANGLES.B16, ANGLES.B16, ANGLES.B16
	CBNZ   R4, wide
	CBNZ   R16, spaced
	QUARTER(V0, V4, V8, V12, CLOSE)
	QUARTER(V1, V5, V9, V13, CLOSE)
	QUARTER(V2, V6, V10, V14, CLOSE)
	QUARTER(V3, V7, V11, V15, CLOSE)
	B      masks

spaced:
	QUARTER(V0, V4, V8, V12, SPACED)
	QUARTER(V1, V5, V9, V13, SPACED)
	QUARTER(V2, V6, V10, V14, SPACED)
	QUARTER(V3, V7, V11, V15, SPACED)
	B      masks

wide:
	CBNZ   R16, wideSpaced
	WIDE_QUARTER(V0, V4, V8, V12, CLOSE)
	WIDE_QUARTER(V1, V5, V9, V13, CLOSE)
	WIDE_QUARTER(V2, V6, V10, V14, CLOSE)
	WIDE_QUARTER(V3, V7, V11, V15, CLOSE)
	B      addresses

wideSpaced:
	WIDE_QUARTER(V0, V4, V8, V12, SPACED)
	WIDE_QUARTER(V1, V5, V9, V13, SPACED)
	WIDE_QUARTER(V2, V6, V10, V14, SPACED)
	WIDE_QUARTER(V3, V7, V11, V15, SPACED)

addresses:
	ADDRESSES(V0, V8, V12)
	ADDRESSES(V1, V9, V13)
	ADDRESSES(V2, V10, V14)
	ADDRESSES(V3, V11, V15)

masks:
	// After adding three times, the lower half of V12 is the word of the marked bytes,
	// and the upper half that of the colons.
	VADDP V13.B16, V12.B16, V12.B16
	VADDP V15.B16, V14.B16, V14.B16
	VADDP V5.B16, V4.B16, V4.B16
	VADDP V7.B16, V6.B16, V6.B16
	VADDP V14.B16, V12.B16, V12.B16
	VADDP V6.B16, V4.B16, V4.B16
	VADDP V4.B16, V12.B16, V12.B16
	VMOV  V12.D[0], R8
	VMOV  V12.D[1], R9
	VMOV  ANGLES.D[0], R10
	VMOV  ANGLES.D[1], R11
	ORR   R11, R10
	CBNZ  R10, angle

	// Well predicted: most texts have no "<", or have them everywhere.
	CBZ R3, store
	ORR R9, R8
	SUB $1, R3

store: // A word of 0 is not counted, and overwritten.
	MOVD R8, (R14)(R12<<3)
	MOVH R13, (R15)(R12<<1)
	ADD  $1, R13
	CMP  $0, R8
	CINC NE, R12, R12
	SUBS $1, R2
	BNE  loop

	MOVD R12, Bitmap_N(R0)
	MOVD R3, nearAfter+48(FP)
	RET

angle:
	// All colons after the "<" are marked, and those before it if another "<" is near.
	VCMEQ ANGLE.B16, V0.B16, V0.B16
	VCMEQ ANGLE.B16, V1.B16, V1.B16
	VCMEQ ANGLE.B16, V2.B16, V2.B16
	VCMEQ ANGLE.B16, V3.B16, V3.B16
	VAND  WEIGHTS.B16, V0.B16, V0.B16
	VAND  WEIGHTS.B16, V1.B16, V1.B16
	VAND  WEIGHTS.B16, V2.B16, V2.B16
	VAND  WEIGHTS.B16, V3.B16, V3.B16
	VADDP V1.B16, V0.B16, V0.B16
	VADDP V3.B16, V2.B16, V2.B16
	VADDP V2.B16, V0.B16, V0.B16
	VADDP V0.B16, V0.B16, V0.B16
	VMOV  V0.D[0], R10
	SUB   $1, R10, R11
	EOR   R10, R11, R11 // up to the first "<"
	CMP   $0, R3
	CSEL  EQ, R11, ZR, R11
	BIC   R11, R9, R9
	ORR   R9, R8
	MOVD  $2, R3        // near
	B     store
