//go:build !purego

#include "textflag.h"

DATA dashes<>+0(SB)/1, $0x2D
GLOBL dashes<>(SB), RODATA|NOPTR, $1

// first has, for the low four bits of a byte, the one that is two bytes before it in "Fro" or
// "beg". The other entries are of no use: 0xFF is not in UTF-8.
DATA first<>+0(SB)/8, $0x62FFFFFFFFFFFFFF // beg
DATA first<>+8(SB)/8, $0x46FFFFFFFFFFFFFF // Fro
GLOBL first<>(SB), RODATA|NOPTR, $16

// MARK sets the bytes of to, among the 32 at the offset at, that isDividing may look for.
#define MARK(at, to, with) \
	VPSHUFB  at+2(SI), Y2, with \
	VMOVDQU  at(SI), to         \
	VPCMPEQB to, with, with     \
	VPCMPEQB to, Y1, to         \
	VPCMPEQB at+1(SI), Y1, Y6   \
	VPAND    to, Y6, to         \
	VPOR     with, to, to

// func divideAVX2(p *byte, n int) int
TEXT ·divideAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ SI, DI

	VPBROADCASTB   dashes<>(SB), Y1
	VBROADCASTI128 first<>(SB), Y2

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
