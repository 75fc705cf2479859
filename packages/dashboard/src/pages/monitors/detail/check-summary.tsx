import type { CheckResult, ManualCheck } from "@vedette/contract/checks/check-results.ts";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { responseText, sentenceOf } from "../../../format.ts";

/** Result of one check per location: a sentence and the timings. */
export function CheckSummary({ check }: { check: ManualCheck }) {
  return (
    <ul className="grid gap-3">
      {check.results.map((result) => (
        <li key={result.id}>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 wrap-anywhere">
            <StatusBadge status={result.status} />
            <span>{verdictText(result)}</span>
            {check.results.length > 1 && <span className="text-soft">{result.location}</span>}
          </p>
          <Phases timings={result.timings} />
        </li>
      ))}
    </ul>
  );
}

type Found = Pick<CheckResult, "error" | "status_code" | "response_time_ms" | "ip">;

export function verdictText({ error, status_code: code, response_time_ms: ms, ip }: Found): string {
  if (error) return sentenceOf(error.message);
  const from = ip === null ? "" : ` from ${ip}`;
  return code === null
    ? `Connected in ${responseText(ms)}${from}.`
    : `Responded ${code} in ${responseText(ms)}${from}.`;
}

const PHASES: readonly [keyof CheckResult["timings"], string][] = [
  ["dns_ms", "DNS"],
  ["connect_ms", "Connect"],
  ["tls_ms", "TLS"],
  ["ttfb_ms", "First byte"],
  ["download_ms", "Download"],
];

export function Phases({ timings }: { timings: CheckResult["timings"] }) {
  const happened = PHASES.filter(([phase]) => timings[phase] !== null);
  if (happened.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] tabular-nums">
      {happened.map(([phase, word]) => (
        <div key={phase} className="flex gap-1.5">
          <dt className="text-soft">{word}</dt>
          <dd>{responseText(timings[phase])}</dd>
        </div>
      ))}
    </dl>
  );
}
