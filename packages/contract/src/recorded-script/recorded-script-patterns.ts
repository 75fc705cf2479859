import { patternError } from "../assertions/assertion-syntax.ts";
import { NotConvertibleError, type WrittenPattern } from "./recorded-script-syntax.ts";

/** Converts patterns of recorded scripts: to RE2 for the `matches` operator, and to selectors. */

/** Escapes with the same meaning in RE2 and JavaScript; any other letter may have another meaning. */
const SAME_ESCAPE = /^(?:[dDwWsSbBnrtfv]|[^A-Za-z0-9]|x[0-9A-Fa-f]{2})/;

/** Converts a pattern to RE2 syntax. `isOneLine`: the compared text has no line breaks, so `.` needs no flag for them. */
export function toRe2(written: WrittenPattern, isOneLine: boolean): string {
  const { pattern, flags } = written;
  if (/[vy]/.test(flags))
    throw new NotConvertibleError(`RE2, the syntax of 'matches', has no flag '${flags}'`);
  assertSameEscapes(written);
  // In a step `.` also matches line breaks; in JavaScript only with the flag `s`.
  const off = isOneLine || flags.includes("s") || !pattern.includes(".") ? "" : "-s";
  const on = (["i", "m"] as const).filter((flag) => flags.includes(flag)).join("");
  const re2 = `${on + off === "" ? "" : `(?${on}${off})`}${pattern}`;
  const error = patternError(re2);
  if (error !== null)
    throw new NotConvertibleError(`RE2, the syntax of 'matches', does not support its pattern: ${error}`);
  return re2;
}

function assertSameEscapes({ pattern, flags }: WrittenPattern): void {
  for (let at = pattern.indexOf("\\"); at >= 0; at = pattern.indexOf("\\", at + 2)) {
    const rest = pattern.slice(at + 1);
    const isClass = /^[pP]\{/.test(rest) && flags.includes("u");
    if (SAME_ESCAPE.test(rest) || isClass) continue;
    throw new NotConvertibleError(`RE2, the syntax of 'matches', does not support '\\${rest.slice(0, 1)}'`);
  }
  if (pattern.includes("[[:"))
    throw new NotConvertibleError("RE2, the syntax of 'matches', interprets '[[:' differently");
}

/** Formats a pattern for a selector as Playwright does: quotes and `>>` would end a part of the selector. */
export function toSelectorPattern({ pattern, flags }: WrittenPattern): string {
  const literal = `/${pattern}/${flags}`;
  if (!/["'`]|>>/.test(pattern)) return literal;
  if (/[uv]/.test(flags)) throw new NotConvertibleError("a selector cannot contain its pattern");
  return literal.replaceAll(/(^|[^\\])(\\\\)*(["'`])/g, "$1$2\\$3").replaceAll(">>", "\\>\\>");
}

/** Returns a pattern that matches the text, ignoring differences in white space and surrounding white space. */
export function exactTextPattern(text: string): string {
  const words = text
    .split(" ")
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll(">>", "\\>\\>"));
  return `/^\\s*${words.join("\\s+")}\\s*$/`;
}
