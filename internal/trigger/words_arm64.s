//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Registers that keep what they hold from word to word.
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

// ENDS is endsByLow. Where it is wanted PLUS is not.
#define ENDS V29

// ANGLES has a byte set in each place in which "<" is in some quarter of a word.
#define ANGLES V19

// QUARTER makes masks of 16 bytes of text, of what stands before each of them, and
// of what stands behind: in marked what is so wherever "<" is; in before the colons
// that are marked if "<" is near; in behind where white space stands behind. Of the
// first two each byte keeps the one bit that says where in the word it goes.
#define QUARTER(text, before, behind, marked) \
	FIRST(behind)                          \
	VORR  FOLD.B16, before.B16, marked.B16 \
	VAND  LOW.B16, marked.B16, V17.B16     \
	VTBL  V17.B16, [ENDS.B16], V17.B16     \
	VCMEQ marked.B16, V17.B16, V17.B16     \ // behind the end of an opaque scheme
	LAST(text, before, behind, marked)

// WIDE_QUARTER is QUARTER for all that may end a scheme.
#define WIDE_QUARTER(text, before, behind, marked) \
	FIRST(behind)                               \
	VSUB  PLUS.B16, before.B16, marked.B16      \
	VUMIN SPAN.B16, marked.B16, V17.B16         \
	VCMEQ marked.B16, V17.B16, V17.B16          \
	VCMEQ BACKSPACE.B16, before.B16, marked.B16 \
	VORR  marked.B16, V17.B16, V17.B16          \
	VORR  FOLD.B16, before.B16, marked.B16      \
	LAST(text, before, behind, marked)

// FIRST puts into V16 where "/" stands behind.
#define FIRST(behind) \
	VCMEQ SLASH.B16, behind.B16, V16.B16  \
	VAND  LOW.B16, behind.B16, V17.B16    \
	VTBL  V17.B16, [SPACE.B16], V17.B16   \
	VCMEQ behind.B16, V17.B16, behind.B16

// LAST puts together V16 and what "/" need not follow, in V17. In marked it is given
// what stands before, with the bit 20 set.
#define LAST(text, before, behind, marked) \
	VCMEQ ELL.B16, marked.B16, marked.B16    \ // behind "l", also before white space
	VBIF  behind.B16, V17.B16, marked.B16    \ // before any other, behind any of V17
	VORR  V16.B16, marked.B16, marked.B16    \
	VCMEQ COLON.B16, text.B16, V17.B16       \
	VAND  WEIGHTS.B16, V17.B16, V17.B16      \
	VAND  V17.B16, marked.B16, marked.B16    \
	VMOV  V17.B16, before.B16                \
	VCMEQ ANGLE.B16, text.B16, V16.B16       \
	VORR  V16.B16, ANGLES.B16, ANGLES.B16

// ADDRESSES adds to marked "@" and those dots behind which no white space stands.
#define ADDRESSES(text, behind, marked) \
	VCMEQ AT.B16, text.B16, V16.B16        \
	VORR  behind.B16, text.B16, V17.B16    \ // FF, which is no dot, before white space
	VCMEQ DOT.B16, V17.B16, V17.B16        \
	VORR  V16.B16, V17.B16, V16.B16        \
	VAND  WEIGHTS.B16, V16.B16, V16.B16    \
	VORR  V16.B16, marked.B16, marked.B16

// func wordsNEON(b *Bitmap, around *byte, n, at, near int, wide bool) (nearAfter int)
TEXT ·wordsNEON(SB), NOSPLIT, $0-56
	MOVD  b+0(FP), R0
	MOVD  around+8(FP), R1
	MOVD  n+16(FP), R2
	MOVD  at+24(FP), R13
	MOVD  near+32(FP), R3
	MOVBU wide+40(FP), R4

	MOVD Bitmap_N(R0), R12
	ADD  $Bitmap_Words, R0, R14
	ADD  $Bitmap_At, R0, R15

	ADD   $1, R1, R5
	ADD   $2, R1, R6

	VMOVI $0x3A, COLON.B16
	VMOVI $0x3C, ANGLE.B16 // "<"
	VMOVI $0x2F, SLASH.B16

	// Behind "*" come "+", "-", ".", the digits and the letters, which end
	// schemes, up to 7F: of no sign is what is 54 or less above "+".
	CBZ   R4, narrow
	VMOVI $0x2B, PLUS.B16
	VMOVI $0x54, SPAN.B16
	VMOVI $0x08, BACKSPACE.B16
	B     common

narrow:
	MOVD $·endsByLow(SB), R7
	VLD1 (R7), [ENDS.B16]

common:
	// The bit in which the cases of letters differ.
	VMOVI $0x20, FOLD.B16
	VMOVI $0x6C, ELL.B16
	VMOVI $0x40, AT.B16
	VMOVI $0x2E, DOT.B16

	// White space by the low four bits of a byte: 20 hexadecimal at 0, 09 to 0D
	// at 9 to D. A byte is white space if it is the one in its place. Elsewhere
	// stands 20 as well, which no byte with other low bits is.
	MOVD  $0x2020202020202020, R7
	VMOV  R7, SPACE.D[0]
	MOVD  $0x20200D0C0B0A0920, R7
	VMOV  R7, SPACE.D[1]
	VMOVI $0x0F, LOW.B16

	// The bits of eight bytes, from the first on. Bytes of which each has one of
	// them added up in pairs three times are one byte, whose bits are theirs.
	MOVD $0x8040201008040201, R7
	VDUP R7, WEIGHTS.D2

loop:
	VLD1.P 64(R1), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1.P 64(R5), [V0.B16, V1.B16, V2.B16, V3.B16]
	VLD1.P 64(R6), [V8.B16, V9.B16, V10.B16, V11.B16]
	VEOR   ANGLES.B16, ANGLES.B16, ANGLES.B16
	CBNZ   R4, wide
	QUARTER(V0, V4, V8, V12)
	QUARTER(V1, V5, V9, V13)
	QUARTER(V2, V6, V10, V14)
	QUARTER(V3, V7, V11, V15)
	B      masks

wide:
	WIDE_QUARTER(V0, V4, V8, V12)
	WIDE_QUARTER(V1, V5, V9, V13)
	WIDE_QUARTER(V2, V6, V10, V14)
	WIDE_QUARTER(V3, V7, V11, V15)
	ADDRESSES(V0, V8, V12)
	ADDRESSES(V1, V9, V13)
	ADDRESSES(V2, V10, V14)
	ADDRESSES(V3, V11, V15)

masks:
	// After three times V12 has the word of what is marked in its lower half, and
	// in its upper half that of the colons.
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

	// Foreseen well: most texts have no "<", or have them everywhere.
	CBZ R3, store
	ORR R9, R8
	SUB $1, R3

store: // What is not counted, as it is 0, is written over.
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
	// Behind "<" colons are marked, and before it where another one is near.
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
