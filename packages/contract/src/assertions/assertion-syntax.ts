import { RE2JS } from "re2js";
import { compileJsonPath } from "../json-path/json-path.ts";
import { PATTERN_LENGTH_MAX, PROGRAM_SIZE_MAX } from "./pattern-limits.ts";

/**
 * Compiles a pattern in RE2 syntax, which matches in linear time for any text; `.` also matches line breaks.
 * Throws an error that describes what is wrong with the pattern.
 */
export function compilePattern(pattern: string): RE2JS {
  if (pattern.length > PATTERN_LENGTH_MAX)
    throw new Error(`must be at most ${PATTERN_LENGTH_MAX} characters`);
  const compiled = RE2JS.compile(pattern, RE2JS.DOTALL);
  if (compiled.programSize() > PROGRAM_SIZE_MAX) {
    throw new Error("is too large when expanded; use repetition counts below {100}");
  }
  return compiled;
}

/** Returns what is wrong with a pattern, or null. */
export function patternError(pattern: string): string | null {
  return describeError("must be a pattern in RE2 syntax", () => compilePattern(pattern));
}

/** Returns what is wrong with a path, or null. */
export function jsonPathError(path: string): string | null {
  return describeError("must be an RFC 9535 path, such as $.status", () => compileJsonPath(path));
}

function describeError(rule: string, compile: () => unknown): string | null {
  try {
    compile();
    return null;
  } catch (error) {
    return `${rule}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
