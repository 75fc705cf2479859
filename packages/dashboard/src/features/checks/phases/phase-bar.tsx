import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { responseText } from "../../../format.ts";
import { timedPhases } from "./phases.ts";

/** The phases of a request as a bar and as text. */
export function PhaseBar({ timings }: Pick<CheckResult, "timings">) {
  const phases = timedPhases(timings);
  if (phases.length === 0) return null;
  return (
    <div className="grid gap-2">
      <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-sm bg-line">
        {phases.map(({ phase, background, ms }) => (
          <span key={phase} className={`min-w-0.5 ${background}`} style={{ flexGrow: Math.max(ms, 0.001) }} />
        ))}
      </span>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] tabular-nums">
        {phases.map(({ phase, label, background, ms }) => (
          <div key={phase} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-soft">
              <span className={`size-2.5 rounded-sm ${background}`} />
              {label}
            </dt>
            <dd>{responseText(ms)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
