import type { CheckResult, KeptBody } from "@vedette/contract/checks/check-results.ts";
import { statusWord } from "../../../components/status-badge.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { assertionText } from "../../../features/assertions/assertion-labels.ts";
import { PHASES } from "../../../features/checks/phases/phases.ts";
import { numberText, responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";

/** Two results side by side. Pure. */

export type ComparedRow = {
  id: string;
  label: string;
  /** "–" if the result has no such value. */
  values: [string, string];
  /** Times differ in each check, so they are never marked. */
  differs: boolean;
};

const NONE = "–";

/** The facts of a result beside those of the last good one. Rows without any value are left out. */
export function compareResults(result: CheckResult, good: CheckResult): ComparedRow[] {
  const both = [result, good] as const;
  const row = (label: string, of: (one: CheckResult) => string | null, isTime = false) =>
    toRow(label, [of(both[0]), of(both[1])], isTime);
  const rows = [
    row(t("Checked"), ({ checked_at: at }) => absoluteTime(at), true),
    row(t("Result"), ({ status }) => statusWord(status)),
    row(t("Error"), ({ error }) => error?.code ?? null),
    row(t("Status code"), ({ status_code: code }) => textOf(code)),
    row(t("Response time"), ({ response_time_ms: ms }) => timeOf(ms), true),
    ...PHASES.map(({ phase, label }) => row(label, ({ timings }) => timeOf(timings[phase]), true)),
    row(t("IP address"), ({ ip }) => ip),
    row(t("Body size"), ({ body_bytes: bytes }) =>
      bytes === null ? null : t("{bytes} bytes", { bytes: numberText(bytes) }),
    ),
    row("TLS", ({ tls }) => tls?.protocol ?? null),
    row(t("Issuer"), ({ tls }) => tls?.issuer ?? null),
    row(t("Certificate until"), ({ tls }) => (tls?.expires_at ? absoluteTime(tls.expires_at) : null)),
    row(t("Attempts"), ({ attempts }) => String(attempts)),
    row(t("Runner"), ({ runner }) => runner),
    ...result.assertions.map((assertion, index) =>
      row(assertionText(assertion), ({ assertions }) => textOf(assertions[index]?.actual ?? null)),
    ),
  ];
  return rows.filter(({ values }) => values.some((value) => value !== NONE));
}

/** The headers of both responses, by name. */
export function compareHeaders(response: KeptBody, good: KeptBody): ComparedRow[] {
  const names = [...new Set([...Object.keys(response.headers), ...Object.keys(good.headers)])].sort();
  return names.map((name) =>
    toRow(name, [response.headers[name] ?? null, good.headers[name] ?? null], name.toLowerCase() === "date"),
  );
}

export type MarkedLine = { nr: number; text: string; differs: boolean };

/** A body has at most 64 KiB, but may have as many lines. */
export const BODY_LINES_MAX = 1_000;

/** The lines of a text; those that the other text does not contain are marked. */
export function markLines(text: string, other: string): MarkedLine[] {
  const left = new Map<string, number>();
  for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return text
    .split("\n")
    .slice(0, BODY_LINES_MAX)
    .map((line, index) => {
      const count = left.get(line) ?? 0;
      left.set(line, count - 1);
      return { nr: index + 1, text: line, differs: count <= 0 };
    });
}

function toRow(label: string, [one, other]: [string | null, string | null], isTime: boolean): ComparedRow {
  return {
    id: label,
    label,
    values: [one ?? NONE, other ?? NONE],
    differs: !isTime && one !== other,
  };
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : responseText(ms));
const textOf = (value: string | number | boolean | null): string | null =>
  value === null ? null : String(value);
