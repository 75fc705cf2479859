/** Longest pattern or path that is compiled, in characters. */
export const PATTERN_LENGTH_MAX = 1_000;

/**
 * Most instructions of a compiled pattern. Linear time is instructions × characters, about 6 ns each in
 * RE2JS 2.10 when its state cache overflows: at this size 1 MiB takes 1.4 s at worst, where the usual
 * pattern of 20 takes a few milliseconds.
 */
export const PROGRAM_SIZE_MAX = 250;
