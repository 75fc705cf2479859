/** Limits of kept headers: a target must not be able to make its own report invalid. */
export const KEPT_HEADERS_MAX = 200;
export const KEPT_HEADER_NAME_MAX = 256;
export const KEPT_HEADER_VALUE_MAX = 8_192;

/**
 * The headers of a response and the beginning of its body, with secrets and credentials masked. The body is null if it
 * is empty, binary or not available.
 */
export type KeptResponse = { headers: Record<string, string>; body: string | null; isBodyCut: boolean };

/** Returns about how many bytes the kept response adds to a report; 0 without one. */
export function keptBytesOf(outcome: { kept?: KeptResponse } | null): number {
  const kept = outcome?.kept;
  if (kept === undefined) return 0;
  let bytes = kept.body?.length ?? 0;
  for (const [name, value] of Object.entries(kept.headers)) bytes += name.length + value.length;
  return bytes;
}

/** Returns a report without the kept response: it is too large, and the result matters more. */
export function withoutKept<Report extends { outcome: { kept?: KeptResponse } | null }>(
  report: Report,
): Report {
  if (report.outcome?.kept === undefined) return report;
  const { kept: _, ...outcome } = report.outcome;
  return { ...report, outcome };
}
