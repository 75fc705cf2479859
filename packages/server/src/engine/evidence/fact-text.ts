import { EVIDENCE_TEXT_MAX } from "@vedette/contract/evidence/evidence-limits.ts";

/** Returns an untrusted text on one line, without control characters, cut to the length that facts may have. */
export function factText(text: string, lengthMax = EVIDENCE_TEXT_MAX): string {
  return text
    .slice(0, lengthMax * 2)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, lengthMax)
    .toWellFormed();
}
