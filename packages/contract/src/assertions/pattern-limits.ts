/** Maximum length of a pattern or path, in characters. */
export const PATTERN_LENGTH_MAX = 1_000;

/**
 * Maximum number of instructions of a compiled pattern. The time to match is instructions × characters, about 6 ns each
 * in RE2JS 2.10 when its state cache overflows: at this size 1 MiB takes at most 1.4 s, while a typical pattern of 20
 * instructions takes a few milliseconds.
 */
export const PROGRAM_SIZE_MAX = 250;
