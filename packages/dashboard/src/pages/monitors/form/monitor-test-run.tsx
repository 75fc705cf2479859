import type { CheckTestRun, TestCheckResult } from "@vedette/contract/targets/test-runs.ts";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { responseText } from "../../../format.ts";
import { CheckAssertionTable } from "../detail/check-details.tsx";
import { verdictText } from "../detail/check-summary.tsx";

type Result = TestCheckResult;

/** Result of a test before saving, by location. */
export function MonitorTestRunPanel({ testRun }: { testRun: CheckTestRun }) {
  return (
    <section aria-label="Test result" className="grid gap-4 rounded-lg border border-line bg-raised p-4">
      {testRun.results.map((result) => (
        <div key={result.location} className="grid min-w-0 gap-3">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 wrap-anywhere">
            <StatusBadge status={result.status} />
            <span>{verdictText(result)}</span>
            {testRun.results.length > 1 && <span className="text-soft">{result.location}</span>}
          </p>
          <PhaseBar timings={result.timings} />
          {result.assertions.length > 0 && <CheckAssertionTable assertions={result.assertions} />}
          <p className="text-[0.8125rem] wrap-anywhere text-soft">{factsText(result)}</p>
        </div>
      ))}
      <p className="text-[0.8125rem] text-soft">One test per location. Nothing was saved.</p>
    </section>
  );
}

function factsText({ status_code: code, ip, body_bytes: bytes, tls, error }: Result): string {
  const facts = [
    code === null ? null : `status ${code}`,
    ip === null ? null : `from ${ip}`,
    bytes === null ? null : `${bytes.toLocaleString("en")} bytes`,
    tls?.protocol ?? null,
    tls?.expires_at ? `certificate until ${tls.expires_at.slice(0, 10)}` : null,
    error && `${error.code} (${error.phase})`,
  ];
  return facts.filter((fact) => fact !== null).join(" · ");
}

const PHASES: readonly { phase: keyof Result["timings"]; word: string; look: string }[] = [
  { phase: "dns_ms", word: "DNS", look: "bg-maintenance" },
  { phase: "connect_ms", word: "Connect", look: "bg-degraded" },
  { phase: "tls_ms", word: "TLS", look: "bg-paused" },
  { phase: "ttfb_ms", word: "First byte", look: "bg-accent" },
  { phase: "download_ms", word: "Download", look: "bg-up" },
];

/** Timings as a bar and as text. */
function PhaseBar({ timings }: Pick<Result, "timings">) {
  const parts = PHASES.flatMap(({ phase, ...look }) => {
    const ms = timings[phase];
    return ms === null ? [] : [{ ...look, ms }];
  });
  if (parts.length === 0) return null;
  return (
    <div className="grid gap-2">
      <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-sm bg-line">
        {parts.map(({ word, look, ms }) => (
          <span key={word} className={`min-w-0.5 ${look}`} style={{ flexGrow: Math.max(ms, 0.001) }} />
        ))}
      </span>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] tabular-nums">
        {parts.map(({ word, look, ms }) => (
          <div key={word} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-soft">
              <span className={`size-2.5 rounded-sm ${look}`} />
              {word}
            </dt>
            <dd>{responseText(ms)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
