import type { Run } from "@vedette/contract/runs/runs.ts";
import type { ReactNode } from "react";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { percentText, responseText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { TRIGGER_LABELS } from "./run-labels.ts";

/** Start, location and duration of a run. */
export function RunFacts({ run }: { run: Run }) {
  return (
    <dl className="card grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4 gap-y-3 p-4">
      <Fact label={t("Started")}>{run.started_at ? <TimeAgo at={run.started_at} /> : t("not yet")}</Fact>
      <Fact label={t("Duration")}>
        <RunDuration run={run} />
      </Fact>
      <Fact label={t("Steps passed")}>
        {run.finished_at
          ? t("{steps_passed} of {steps_total}", {
              steps_passed: run.steps_passed,
              steps_total: run.steps_total,
            })
          : t("of {steps_total}", { steps_total: run.steps_total })}
      </Fact>
      <Fact label={t("Attempt")}>
        {t("{attempt} of {max_attempts}", { attempt: run.attempt, max_attempts: run.max_attempts })}
      </Fact>
      <Fact label={t("Location")}>
        {run.location}
        {run.runner && <span className="block text-[0.8125rem] font-normal text-soft">{run.runner}</span>}
      </Fact>
      <Fact label={t("Started by")}>{TRIGGER_LABELS[run.trigger]}</Fact>
      {run.visual_diff_percent != null && (
        <Fact label={t("Visual difference (max)")}>{percentText(run.visual_diff_percent)}</Fact>
      )}
    </dl>
  );
}

/** Counts while the run is active. */
export function RunDuration({ run }: { run: Run }) {
  if (run.finished_at !== null) return responseText(run.duration_ms);
  return run.started_at === null ? "–" : <Duration from={run.started_at} />;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-soft">{label}</dt>
      <dd className="font-semibold wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
