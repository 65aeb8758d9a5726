//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Bytes to compare each byte, or the one after it, with: ":", "!" (the first byte that is
// neither white space nor a control), DEL, the backspace, "*", "?", "=", the space, "\n",
// the tab, "/", "0", 10 (the first difference from "0" that is not a digit's), the bit of
// lower case, "c", "-"; and 9, the greatest difference of a digit from "0".
DATA bytes<>+0(SB)/8, $0x203D3F2A087F213A
DATA bytes<>+8(SB)/8, $0x2D63200A302F090A
DATA bytes<>+16(SB)/8, $9
GLOBL bytes<>(SB), RODATA|NOPTR, $24

// Sets of bytes, indexed by the low four bits of a byte: a byte is in the set if it equals
// the element at its index. The other elements equal no byte with their index. For bytes of
// 80 hexadecimal and more VPSHUFB gives 0.
DATA spaces<>+0(SB)/8, $0x2020202020202020 // the space
DATA spaces<>+8(SB)/8, $0x2020202020200920 // and the tab
GLOBL spaces<>(SB), RODATA|NOPTR, $16
DATA signs<>+0(SB)/8, $0x0808080808080808
DATA signs<>+8(SB)/8, $0x08080808082A0808 // "*" and the backspace
GLOBL signs<>(SB), RODATA|NOPTR, $16
DATA digits<>+0(SB)/8, $0x3736353433323130
DATA digits<>+8(SB)/8, $0x3030303030303938
GLOBL digits<>(SB), RODATA|NOPTR, $16

// ADD_CARRY adds from and carry to to. It sets carry to the carry of the sum, 1 or 0.
#define ADD_CARRY(from, to, carry) \
	ADDQ $-1, carry   \
	ADCQ from, to     \
	SBBQ carry, carry \
	NEGQ carry

// MASK sets to to the mask of the 64 bytes in low and high.
#define MASK(low, high, to) \
	VPMOVMSKB low, to  \
	VPMOVMSKB high, DX \
	SHLQ      $32, DX  \
	ORQ       DX, to

// EITHER compares the 64 bytes in Y0 and Y1 with those elements of a set that their low four
// bits are the indices of.
#define EITHER(set, low, high) \
	VPSHUFB  Y0, set, low   \
	VPSHUFB  Y1, set, high  \
	VPCMPEQB Y0, low, low   \
	VPCMPEQB Y1, high, high

// RETURN_LINES returns from a function that has CX words left to make, with the carries in AX,
// R14, BX and digit-8(SP).
#define RETURN_LINES \
	MOVQ n+16(FP), DX                       \
	SUBQ CX, DX                             \
	MOVQ DX, made+24(FP)                    \
	MOVQ m+0(FP), DI                        \
	MOVQ AX, (Marks_carry+carry_end)(DI)    \
	MOVQ R14, (Marks_carry+carry_name)(DI)  \
	MOVQ BX, (Marks_carry+carry_indent)(DI) \
	MOVQ digit-8(SP), DX                    \
	MOVQ DX, (Marks_carry+carry_digit)(DI)  \
	VZEROUPPER                              \
	RET

// func linesAVX2(m *Marks, p *byte, n int) (made int)
//
// It is linesAVX512 with registers of 32 bytes. The words that are needed later are in m
// meanwhile.
TEXT ·linesAVX2(SB), NOSPLIT, $8-32
	MOVQ m+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ n+16(FP), CX

	VBROADCASTI128 spaces<>(SB), Y8
	VBROADCASTI128 signs<>(SB), Y9
	VPBROADCASTB   bytes<>+0(SB), Y10 // :
	VPBROADCASTB   bytes<>+5(SB), Y11 // ?
	VPBROADCASTB   bytes<>+6(SB), Y12 // =
	VPBROADCASTB   bytes<>+7(SB), Y13 // space
	VPBROADCASTB   bytes<>+8(SB), Y14 // \n
	VPBROADCASTB   bytes<>+10(SB), Y15 // /

	MOVQ (Marks_carry+carry_end)(DI), AX
	MOVQ (Marks_carry+carry_name)(DI), R14
	MOVQ (Marks_carry+carry_indent)(DI), BX
	MOVQ (Marks_carry+carry_digit)(DI), R8
	MOVQ R8, digit-8(SP)

next:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1

	VPCMPEQB Y0, Y14, Y2
	VPCMPEQB Y1, Y14, Y3
	MASK(Y2, Y3, R8)
	MOVQ     R8, (Marks_bitmaps+bitmaps_ends)(DI)

	EITHER(Y8, Y2, Y3)
	MASK(Y2, Y3, R9)        // blanks

	VPBROADCASTB bytes<>+1(SB), Y4 // !
	VPCMPEQB Y5, Y5, Y5
	VPSUBB   Y5, Y0, Y2     // each byte plus 1, so that DEL is negative
	VPSUBB   Y5, Y1, Y3
	VPCMPGTB Y4, Y2, Y2
	VPCMPGTB Y4, Y3, Y3
	MASK(Y2, Y3, R11)

	VPCMPEQB Y0, Y10, Y2
	VPCMPEQB Y1, Y10, Y3
	MASK(Y2, Y3, R10)       // colons
	XORQ     R10, R11       // bytes that may be in names

	VMOVDQU  1(SI), Y4
	VMOVDQU  33(SI), Y5
	VPCMPEQB Y4, Y15, Y6
	VPCMPEQB Y5, Y15, Y7
	MASK(Y6, Y7, R12)       // bytes before "/"

	VPCMPEQB Y4, Y13, Y6
	VPCMPEQB Y5, Y13, Y7
	VPANDN   Y2, Y6, Y2     // ":" not before a space
	VPANDN   Y3, Y7, Y3
	VPCMPEQB Y4, Y11, Y4
	VPCMPEQB Y5, Y11, Y5
	VPCMPEQB Y0, Y12, Y6
	VPCMPEQB Y1, Y12, Y7
	VPAND    Y4, Y6, Y4     // "=?"
	VPAND    Y5, Y7, Y5
	EITHER(Y9, Y6, Y7)
	VPOR     Y4, Y2, Y2
	VPOR     Y5, Y3, Y3
	VPOR     Y6, Y2, Y2
	VPOR     Y7, Y3, Y3
	MASK(Y2, Y3, R15)

	VBROADCASTI128 digits<>(SB), Y4
	EITHER(Y4, Y2, Y3)
	MASK(Y2, Y3, R13)       // digits
	MOVBLZX 64(SI), DX
	SUBL    $0x30, DX
	CMPL    DX, $10
	MOVQ    R13, R8
	RCRQ    $1, R8          // before digits
	MOVQ    digit-8(SP), DX
	LEAQ    (DX)(R13*2), DX // after digits
	SHRQ    $63, R13
	MOVQ    R13, digit-8(SP)
	ANDQ    R8, DX
	ANDQ    R10, DX
	NOTQ    DX
	MOVQ    DX, (Marks_bitmaps+bitmaps_hints)(DI)

	VPBROADCASTB bytes<>+13(SB), Y4 // lower case
	VPBROADCASTB bytes<>+14(SB), Y5 // c
	VPBROADCASTB bytes<>+15(SB), Y6 // -
	VPOR     Y0, Y4, Y2
	VPOR     Y1, Y4, Y3
	VPCMPEQB Y2, Y5, Y2
	VPCMPEQB Y3, Y5, Y3
	MASK(Y2, Y3, R13)
	VPCMPEQB Y0, Y6, Y2
	VPCMPEQB Y1, Y6, Y3
	MASK(Y2, Y3, R8)
	MOVQ     R8, (Marks_bitmaps+bitmaps_invalid)(DI)

	MOVQ  (Marks_bitmaps+bitmaps_ends)(DI), R8
	MOVQ  AX, DX
	LEAQ  (DX)(R8*2), DX     // starts of lines
	MOVQ  R8, AX
	SHRQ  $63, AX
	MOVQ  DX, R8
	ANDQ  R11, R8            // fields
	MOVQ  R8, (Marks_bitmaps+bitmaps_fields)(DI)
	ANDQ  R8, R13
	MOVQ  R13, (Marks_bitmaps+bitmaps_contents)(DI)
	ANDQ  R8, (Marks_bitmaps+bitmaps_invalid)(DI) // fields that begin with a hyphen
	MOVQ  DX, R13

	MOVQ  R11, DX
	ADD_CARRY(R8, DX, R14)
	NOTQ  R11                // stops
	ANDQ  R11, DX            // bytes after names
	ANDQ  DX, R12
	ANDQ  R10, R12           // colons after names and before "/"
	MOVQ  DX, R8
	NOTQ  R8
	ANDQ  R10, R8            // other colons
	ORQ   R8, R15
	ANDQ  (Marks_bitmaps+bitmaps_hints)(DI), R15
	MOVQ  R15, (Marks_bitmaps+bitmaps_hints)(DI)
	NOTQ  R10
	ANDQ  R10, DX
	ORQ   DX, R12

	MOVQ  R13, R15
	ANDQ  R9, R15
	ADD_CARRY(R9, R15, BX)
	NOTQ  R9
	ANDQ  R9, R15            // bytes after the white space of continuations
	ANDQ  R10, R15           // that are not colons
	ANDQ  R9, R13            // starts without white space
	ORQ   R15, R13
	ANDQ  R11, R13
	ORQ   R12, R13
	ORQ   (Marks_bitmaps+bitmaps_invalid)(DI), R13
	MOVQ  R13, (Marks_bitmaps+bitmaps_invalid)(DI)

	ADDQ $64, SI
	ADDQ $8, DI
	DECQ CX
	JEQ  done
	TESTQ R13, R13
	JEQ  next

done:
	RETURN_LINES

// func linesAVX512(m *Marks, p *byte, n int) (made int)
//
// The masks of 64 bytes are the words of the bitmaps, and intermediate results stay in
// registers. It takes half as many instructions as linesAVX2.
TEXT ·linesAVX512(SB), NOSPLIT, $8-32
	MOVQ m+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ n+16(FP), CX

	VPBROADCASTB bytes<>+0(SB), Z7  // :
	VPBROADCASTB bytes<>+1(SB), Z8  // !
	VPBROADCASTB bytes<>+2(SB), Z9  // DEL
	VPBROADCASTB bytes<>+3(SB), Z10 // \b
	VPBROADCASTB bytes<>+4(SB), Z11 // *
	VPBROADCASTB bytes<>+5(SB), Z12 // ?
	VPBROADCASTB bytes<>+6(SB), Z13 // =
	VPBROADCASTB bytes<>+7(SB), Z14 // space
	VPBROADCASTB bytes<>+8(SB), Z15 // \n
	VPBROADCASTB bytes<>+9(SB), Z16 // tab
	VPBROADCASTB bytes<>+10(SB), Z17 // /
	VPBROADCASTB bytes<>+11(SB), Z18 // 0
	VPBROADCASTB bytes<>+12(SB), Z19 // 10
	VPBROADCASTB bytes<>+13(SB), Z20 // lower case
	VPBROADCASTB bytes<>+14(SB), Z21 // c
	VPBROADCASTB bytes<>+15(SB), Z22 // -

	MOVQ (Marks_carry+carry_end)(DI), AX
	MOVQ (Marks_carry+carry_name)(DI), R14
	MOVQ (Marks_carry+carry_indent)(DI), BX
	MOVQ (Marks_carry+carry_digit)(DI), R8
	MOVQ R8, digit-8(SP)

next:
	VMOVDQU8 (SI), Z0
	VMOVDQU8 1(SI), Z1

	VPCMPEQB Z0, Z15, K1
	VPCMPEQB Z0, Z14, K2
	VPCMPEQB Z0, Z16, K3
	VPCMPEQB Z0, Z7, K4
	VPCMPGTB Z0, Z8, K5     // signed comparison: bytes of 80 hexadecimal and more are less
	VPCMPEQB Z0, Z9, K6
	KORQ     K2, K3, K2
	KORQ     K5, K6, K5
	KORQ     K4, K5, K5
	KMOVQ    K1, R8         // ends
	KMOVQ    K2, R9         // blanks
	KMOVQ    K4, R10        // colons
	KMOVQ    K5, R11        // stops

	VPCMPEQB Z1, Z17, K4, K1 // ":/"
	VPCMPEQB Z1, Z14, K4, K7 // ":" before a space
	KANDNQ   K4, K7, K2
	VPCMPEQB Z0, Z13, K3
	VPCMPEQB Z1, Z12, K3, K3 // "=?"
	VPCMPEQB Z0, Z11, K5
	VPCMPEQB Z0, Z10, K6
	KORQ     K2, K3, K2
	KORQ     K5, K6, K5
	KORQ     K2, K5, K2
	KMOVQ    K1, R12
	KMOVQ    K2, R15
	MOVQ     R8, (Marks_bitmaps+bitmaps_ends)(DI)

	VPSUBB  Z18, Z0, Z2
	VPSUBB  Z18, Z1, Z3
	VPCMPUB $1, Z19, Z2, K1     // digits
	VPCMPUB $1, Z19, Z3, K4, K2 // ":" before a digit
	KMOVQ   K1, DX
	KMOVQ   K2, R13
	MOVQ    digit-8(SP), R8
	LEAQ    (R8)(DX*2), R8      // after digits
	SHRQ    $63, DX
	MOVQ    DX, digit-8(SP)
	ANDQ    R13, R8
	NOTQ    R8
	ANDQ    R8, R15
	MOVQ    R15, (Marks_bitmaps+bitmaps_hints)(DI)

	VPORQ    Z20, Z0, Z2
	VPCMPEQB Z2, Z21, K1
	VPCMPEQB Z0, Z22, K2
	KMOVQ    K1, R15
	MOVQ     (Marks_bitmaps+bitmaps_ends)(DI), R8

	LEAQ  (AX)(R8*2), R13    // starts of lines
	MOVQ  R8, AX
	SHRQ  $63, AX
	MOVQ  R11, DX
	NOTQ  DX                 // bytes that may be in names
	MOVQ  R13, R8
	ANDQ  DX, R8             // fields
	MOVQ  R8, (Marks_bitmaps+bitmaps_fields)(DI)
	ANDQ  R8, R15
	MOVQ  R15, (Marks_bitmaps+bitmaps_contents)(DI)
	KMOVQ K2, R15
	ANDQ  R8, R15            // fields that begin with a hyphen

	ADD_CARRY(R8, DX, R14)
	ANDQ  R11, DX            // bytes after names
	ANDQ  DX, R12            // that are before "/"
	ORQ   R15, R12
	MOVQ  DX, R8
	NOTQ  R8
	KMOVQ K7, R15
	ANDQ  R8, R15
	ORQ   R15, (Marks_bitmaps+bitmaps_hints)(DI)
	NOTQ  R10
	ANDQ  R10, DX            // and are not colons
	ORQ   DX, R12

	MOVQ  R13, R15
	ANDQ  R9, R15
	ADD_CARRY(R9, R15, BX)
	NOTQ  R9
	ANDQ  R9, R15            // bytes after the white space of continuations
	ANDQ  R10, R15           // that are not colons
	ANDQ  R9, R13            // starts without white space
	ORQ   R15, R13
	ANDQ  R11, R13
	ORQ   R12, R13
	MOVQ  R13, (Marks_bitmaps+bitmaps_invalid)(DI)

	ADDQ $64, SI
	ADDQ $8, DI
	DECQ CX
	JEQ  done
	TESTQ R13, R13
	JEQ  next

done:
	RETURN_LINES
