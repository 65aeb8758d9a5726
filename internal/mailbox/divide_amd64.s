//go:build !purego

#include "textflag.h"

DATA bytes<>+0(SB)/4, $0x006D462D // - F m
GLOBL bytes<>(SB), RODATA|NOPTR, $4

// MARK sets the bytes of to, among the 32 at the offset at, that divideGo looks for.
#define MARK(at, to, with) \
	VMOVDQU  at(SI), to       \
	VPCMPEQB at+3(SI), Y3, with \
	VPCMPEQB to, Y2, Y6       \
	VPAND    with, Y6, with   \
	VPCMPEQB to, Y1, to       \
	VPCMPEQB at+1(SI), Y1, Y6 \
	VPAND    to, Y6, to       \
	VPOR     with, to, to

// func divideAVX2(p *byte, n int) int
TEXT ·divideAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ SI, DI

	VPBROADCASTB bytes<>+0(SB), Y1
	VPBROADCASTB bytes<>+1(SB), Y2
	VPBROADCASTB bytes<>+2(SB), Y3

loop:
	MARK(0, Y4, Y5)
	MARK(32, Y7, Y8)
	VPOR  Y4, Y7, Y5
	VPTEST Y5, Y5
	JNE   found
	ADDQ  $64, SI
	DECQ  CX
	JNE   loop
	XORL  AX, AX
	JMP   done

found:
	VPMOVMSKB Y4, AX
	VPMOVMSKB Y7, DX
	SHLQ      $32, DX
	ORQ       DX, AX
	BSFQ      AX, AX

done:
	VZEROUPPER
	SUBQ DI, SI
	ADDQ SI, AX
	MOVQ AX, ret+16(FP)
	RET
