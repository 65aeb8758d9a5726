//go:build !purego

#include "textflag.h"

// What a byte, or the one behind it, is compared with: ":", the first that is no
// white space or control, DEL, the backspace, "*", "?", "=", the space, "\n", the tab.
DATA bytes<>+0(SB)/8, $0x203D3F2A087F213A
DATA bytes<>+8(SB)/8, $0x000000000000090A
GLOBL bytes<>(SB), RODATA|NOPTR, $16

// Where the bitmaps of Marks begin.
#define ENDS 48
#define STOPS 80
#define COLONS 112
#define BLANKS 144
#define HINTS 176

#define STORE(mask, where) \
	VPMOVMSKB mask, AX \
	MOVL      AX, where(DI)

// func marksAVX2(m *Marks, p *byte, n int)
TEXT ·marksAVX2(SB), NOSPLIT, $0-24
	MOVQ m+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ n+16(FP), CX
	ADDQ CX, CX // words of 64 bits are made as two of 32

	VPBROADCASTB bytes<>+0(SB), Y7  // :
	VPBROADCASTB bytes<>+1(SB), Y8  // !
	VPBROADCASTB bytes<>+2(SB), Y9  // DEL
	VPBROADCASTB bytes<>+3(SB), Y10 // \b
	VPBROADCASTB bytes<>+4(SB), Y11 // *
	VPBROADCASTB bytes<>+5(SB), Y12 // ?
	VPBROADCASTB bytes<>+6(SB), Y13 // =
	VPBROADCASTB bytes<>+7(SB), Y14 // space
	VPBROADCASTB bytes<>+8(SB), Y15 // \n
	VPBROADCASTB bytes<>+9(SB), Y6  // tab

next:
	VMOVDQU (SI), Y0
	VMOVDQU 1(SI), Y1

	VPCMPEQB Y0, Y15, Y2
	STORE(Y2, ENDS)

	VPCMPEQB Y0, Y14, Y2
	VPCMPEQB Y0, Y6, Y3
	VPOR     Y2, Y3, Y2
	STORE(Y2, BLANKS)

	VPCMPEQB Y0, Y7, Y2
	STORE(Y2, COLONS)

	VPCMPGTB Y0, Y8, Y3 // signed: those of 80 hexadecimal and more are less
	VPCMPEQB Y0, Y9, Y4
	VPOR     Y3, Y4, Y3
	VPOR     Y2, Y3, Y3
	STORE(Y3, STOPS)

	VPCMPEQB Y1, Y14, Y3
	VPANDN   Y2, Y3, Y2 // ":" and no space
	VPCMPEQB Y0, Y13, Y3
	VPCMPEQB Y1, Y12, Y4
	VPAND    Y3, Y4, Y3 // "=?"
	VPCMPEQB Y0, Y11, Y4
	VPCMPEQB Y0, Y10, Y5
	VPOR     Y3, Y2, Y2
	VPOR     Y4, Y5, Y4
	VPOR     Y4, Y2, Y2
	STORE(Y2, HINTS)

	ADDQ $32, SI
	ADDQ $4, DI
	DECQ CX
	JNE  next

	VZEROUPPER
	RET
