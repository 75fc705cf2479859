import { patternFault } from "../assertions/assertion-syntax.ts";
import { NoEqualError, type WrittenPattern } from "./recorded-script-syntax.ts";

/** Patterns of recorded scripts: for the `matches` of steps, which is RE2, and inside of selectors. */

/** Escapes that mean in RE2 what they mean in JavaScript; any other letter may mean something else. */
const SAME_ESCAPE = /^(?:[dDwWsSbBnrtfv]|[^A-Za-z0-9]|x[0-9A-Fa-f]{2})/;

/** In RE2 syntax. `isOneLine`: what it is matched with has no line breaks, so `.` need not be told about them. */
export function toRe2(written: WrittenPattern, isOneLine: boolean): string {
  const { pattern, flags } = written;
  if (/[vy]/.test(flags)) throw new NoEqualError(`RE2, which 'matches' speaks, has no flag '${flags}'`);
  assertSameEscapes(written);
  // The pattern of a step lets `.` match line breaks; JavaScript does without the flag `s`.
  const off = isOneLine || flags.includes("s") || !pattern.includes(".") ? "" : "-s";
  const on = (["i", "m"] as const).filter((flag) => flags.includes(flag)).join("");
  const re2 = `${on + off === "" ? "" : `(?${on}${off})`}${pattern}`;
  const fault = patternFault(re2);
  if (fault !== null)
    throw new NoEqualError(`RE2, which 'matches' speaks, does not have its pattern: ${fault}`);
  return re2;
}

function assertSameEscapes({ pattern, flags }: WrittenPattern): void {
  for (let at = pattern.indexOf("\\"); at >= 0; at = pattern.indexOf("\\", at + 2)) {
    const behind = pattern.slice(at + 1);
    const isClass = /^[pP]\{/.test(behind) && flags.includes("u");
    if (SAME_ESCAPE.test(behind) || isClass) continue;
    throw new NoEqualError(`RE2, which 'matches' speaks, does not have '\\${behind.slice(0, 1)}'`);
  }
  if (pattern.includes("[[:")) throw new NoEqualError("RE2, which 'matches' speaks, reads '[[:' otherwise");
}

/** As Playwright writes patterns into selectors: quotes and `>>` would end a part of one. */
export function toSelectorPattern({ pattern, flags }: WrittenPattern): string {
  const literal = `/${pattern}/${flags}`;
  if (!/["'`]|>>/.test(pattern)) return literal;
  if (/[uv]/.test(flags)) throw new NoEqualError("a selector cannot hold its pattern");
  return literal.replaceAll(/(^|[^\\])(\\\\)*(["'`])/g, "$1$2\\$3").replaceAll(">>", "\\>\\>");
}

/** A pattern for a text of which only white space may differ, and what stands around it. */
export function exactTextPattern(text: string): string {
  const words = text
    .split(" ")
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll(">>", "\\>\\>"));
  return `/^\\s*${words.join("\\s+")}\\s*$/`;
}
