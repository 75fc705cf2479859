import { useParams } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { useState } from "react";
import { LoadState } from "../../components/load-state.tsx";
import { RequestStep, stepLine } from "../../features/runs/request-step.tsx";
import { RunPageFrame, RunSummary } from "../../features/runs/run-page-frame.tsx";
import { RunSteps } from "../../features/runs/run-steps.tsx";
import { StepWaterfall } from "../../features/runs/step-waterfall.tsx";
import { useRunSteps } from "../../features/runs/use-run.ts";
import { t } from "../../language/t.ts";
import { useApiMonitor } from "./use-api-monitor.ts";

/** One run of an API monitor: requests, responses and assertions. */
export function ApiRunPage() {
  const { id, runId } = useParams({ from: "/shell/api-monitors/$id/runs/$runId" });
  const { data: monitor } = useApiMonitor(id);
  return (
    <RunPageFrame noun="api-monitors" id={id} name={monitor?.name ?? t("API monitor")} runId={runId}>
      {(run) => <ApiRunReport run={run} name={monitor?.name ?? t("API monitor")} />}
    </RunPageFrame>
  );
}

function ApiRunReport({ run, name }: { run: Run; name: string }) {
  const [attempt, setAttempt] = useState<number | null>(null);
  const { data: steps, error } = useRunSteps(run, attempt);
  return (
    <div className="grid gap-5">
      <RunSummary run={run} attempt={attempt} onAttempt={setAttempt} />
      <LoadState data={steps} error={error} />
      {steps && steps.length > 0 && (
        <>
          <section className="grid gap-3" aria-labelledby="steps-title">
            <h2 id="steps-title">{t("Steps")}</h2>
            <RunSteps steps={steps} line={stepLine} detail={(step) => <RequestStep step={step} />} />
          </section>
          <StepWaterfall noun="api-monitors" subject={name} steps={steps} />
        </>
      )}
    </div>
  );
}
