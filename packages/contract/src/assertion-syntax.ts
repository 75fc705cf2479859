import { JSONPathEnvironment, type JSONPathQuery } from "json-p3";
import { RE2JS } from "re2js";

/** Longest pattern or path that is compiled, in characters. Larger ones cost memory, not insight. */
const EXPRESSION_LENGTH_MAX = 1_000;

/**
 * Compiles a pattern in RE2 syntax, which matches in linear time whatever the text is.
 * Throws an error that says what is wrong with the pattern.
 */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(pattern, RE2JS.DOTALL);
}

/** Compiles an RFC 9535 path. Throws an error that says where the path is wrong. */
export function compileJsonPath(path: string): JSONPathQuery {
  return environment.compile(path);
}

/** What is wrong with a pattern, or null. */
export function patternFault(pattern: string): string | null {
  return fault("must be a pattern in RE2 syntax", pattern, compilePattern);
}

/** What is wrong with a path, or null. */
export function jsonPathFault(path: string): string | null {
  if (path === "") return "must be an RFC 9535 path, such as $.status";
  return fault("must be an RFC 9535 path, such as $.status", path, compileJsonPath);
}

function fault(rule: string, expression: string, compile: (text: string) => unknown): string | null {
  if (expression.length > EXPRESSION_LENGTH_MAX) return `must be at most ${EXPRESSION_LENGTH_MAX} characters`;
  try {
    compile(expression);
    return null;
  } catch (error) {
    return `${rule}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const environment = new JSONPathEnvironment();
