package main

import "io"

func explain(c *config, stdin io.Reader, out *output, log *messages) int { return exitError }
