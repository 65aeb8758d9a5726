//go:build !purego

#include "go_asm.h"
#include "textflag.h"

DATA equals<>+0(SB)/8, $0x3D3D3D3D3D3D3D3D
GLOBL equals<>(SB), RODATA|NOPTR, $8

// Blanks, indexed by the low four bits of a byte: 20 hexadecimal at 0, 09 at 9. A byte is
// a blank if it equals the element at its index. The other elements are 20 as well, which
// equals no byte with that index. For bytes of 80 and more VPSHUFB gives 0.
DATA blanks<>+0(SB)/8, $0x2020202020202020
DATA blanks<>+8(SB)/8, $0x2020202020200920
GLOBL blanks<>(SB), RODATA|NOPTR, $16

// Line ends, in the same way: 0A at A, 0D at D. The other elements are 0A, which equals
// no byte with that index.
DATA ends<>+0(SB)/8, $0x0A0A0A0A0A0A0A0A
DATA ends<>+8(SB)/8, $0x0A0A0D0A0A0A0A0A
GLOBL ends<>(SB), RODATA|NOPTR, $16

// HALF computes the mask of the 32 bytes at off(SI).
#define HALF(off, mask) \
	VMOVDQU   off(SI), Y0     \
	VMOVDQU   (off+1)(SI), Y1 \ // the byte after each byte
	VPSHUFB   Y0, Y8, Y2      \
	VPCMPEQB  Y0, Y2, Y2      \
	VPSHUFB   Y1, Y9, Y3      \
	VPCMPEQB  Y1, Y3, Y3      \
	VPAND     Y2, Y3, Y3      \
	VPCMPEQB  Y0, Y7, Y0      \
	VPOR      Y0, Y3, Y3      \
	VPMOVMSKB Y3, mask

// func marksAVX2(words *uint64, p *byte, n int)
TEXT ·marksAVX2(SB), NOSPLIT, $0-24
	MOVQ           words+0(FP), DI
	MOVQ           p+8(FP), SI
	MOVQ           n+16(FP), CX
	VPBROADCASTQ   equals<>(SB), Y7
	VBROADCASTI128 blanks<>(SB), Y8
	VBROADCASTI128 ends<>(SB), Y9

next:
	HALF(0, R8)
	HALF(32, R9)
	SHLQ $32, R9
	ORQ  R9, R8
	MOVQ R8, (DI)
	ADDQ $8, DI
	ADDQ $64, SI
	DECQ CX
	JNZ  next

	VZEROUPPER
	RET

// func escapesAVX2(dst, src *byte, n int, found *[maxEscapes]escapes) (passed, count int)
TEXT ·escapesAVX2(SB), NOSPLIT, $0-48
	MOVQ           dst+0(FP), DI
	MOVQ           src+8(FP), SI
	MOVQ           n+16(FP), DX
	MOVQ           found+24(FP), BX
	VPBROADCASTQ   equals<>(SB), Y7
	VBROADCASTI128 blanks<>(SB), Y8
	VBROADCASTI128 ends<>(SB), Y9
	LEAQ           ·hex(SB), R13
	MOVQ           SI, R8
	ADDQ           SI, DX                      // end of src
	LEAQ           -const_escapesBlock(DX), CX // last address to load a block from
	MOVQ           $const_maxEscapes, R12      // room for escapes

next:
	CMPQ    SI, CX
	JHI     done
	VMOVDQU (SI), Y4
	VMOVDQU Y4, (DI)
	HALF(0, AX)
	TESTL   AX, AX
	JNZ     mark
	ADDQ    $32, SI
	ADDQ    $32, DI
	JMP     next

mark:
	BSFL    AX, AX
	ADDQ    AX, SI
	ADDQ    AX, DI
	CMPB    (SI), $'='
	JNE     done
	MOVQ    SI, R9     // where the escapes begin
	MOVBLZX 1(SI), AX
	CMPB    AX, $'\n'
	JEQ     lf
	CMPB    AX, $'\r'
	JEQ     cr

octet:
	MOVBLZX (R13)(AX*1), AX
	MOVBLZX 2(SI), R11
	MOVBLZX (R13)(R11*1), R11
	TESTL   AX, R11
	JZ      row
	SHLL    $4, AX
	ANDL    $15, R11
	ORL     R11, AX
	MOVB    AX, (DI)
	INCQ    DI
	ADDQ    $3, SI
	LEAQ    2(SI), AX
	CMPQ    AX, DX
	JCC     row
	MOVBLZX 1(SI), AX
	CMPB    (SI), $'='
	JEQ     octet

row:
	CMPQ SI, R9
	JNE  escape
	JMP  done

cr:
	CMPB 2(SI), $'\n'
	JNE  done
	INCQ SI

lf:
	ADDQ $2, SI

escape:
	SUBQ R8, R9
	MOVQ R9, escapes_from(BX)
	MOVQ SI, AX
	SUBQ R8, AX
	MOVQ AX, escapes_to(BX)
	ADDQ $escapes__size, BX
	DECQ R12
	JNZ  next

done:
	VZEROUPPER
	SUBQ R8, SI
	MOVQ SI, passed+32(FP)
	MOVQ $const_maxEscapes, AX
	SUBQ R12, AX
	MOVQ AX, count+40(FP)
	RET
