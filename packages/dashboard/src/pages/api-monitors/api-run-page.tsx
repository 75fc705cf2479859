import { Link, useParams } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { useState } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { useApiMonitor } from "./use-api-monitor.ts";
import { RequestStep, stepLine } from "../../features/runs/request-step.tsx";
import { RunAttempts, RunFailure } from "../../features/runs/run-attempts.tsx";
import { RunFacts } from "../../features/runs/run-facts.tsx";
import { isOver } from "../../features/runs/run-labels.ts";
import { RunNow } from "../../features/runs/run-now.tsx";
import { RunStatusBadge } from "../../features/runs/run-status-badge.tsx";
import { RunSteps } from "../../features/runs/run-steps.tsx";
import { useRun, useRunSteps } from "../../features/runs/use-run.ts";
import { WaterfallChart } from "../../features/runs/waterfall-chart.tsx";

/** One run of an API monitor: requests, responses and assertions. */
export function ApiRunPage() {
  const { id, runId } = useParams({ from: "/shell/api-monitors/$id/runs/$runId" });
  const { data: monitor } = useApiMonitor(id);
  const { data: run, error } = useRun(runId);
  const name = monitor?.name ?? "API monitor";
  return (
    <>
      <PageHeader
        title={`Run of ${name}`}
        badge={run && <RunStatusBadge run={run} />}
        lead={
          <>
            <Link to="/api-monitors/$id" params={{ id }} className="text-accent underline">
              {name}
            </Link>
            {run && ` · ${absoluteTime(run.started_at ?? run.queued_at)}`}
          </>
        }
        actions={
          <>
            <CopyButton label="Copy run ID" text={runId} />
            <ForRole>
              <RunNow kind="api-monitors" id={id} name={name} />
            </ForRole>
          </>
        }
      />
      {error && <Notice>{error.message}</Notice>}
      {!run && !error && <Skeleton lines={6} />}
      {run && <RunResult key={run.id} run={run} />}
    </>
  );
}

function RunResult({ run }: { run: Run }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = chosen ?? run.attempts.at(-1)?.attempt ?? null;
  const { data: steps, error } = useRunSteps(run.id, attempt);
  return (
    <div className="grid gap-5">
      <RunFacts run={run} />
      {!isOver(run) && <Progress run={run} />}
      <RunAttempts run={run} chosen={attempt} onChoose={setChosen} />
      <RunFailure run={run} attempt={attempt} />
      {error && <Notice>{error.message}</Notice>}
      {attempt !== null && !steps && !error && <Skeleton lines={4} />}
      {steps && steps.length > 0 && (
        <>
          <section className="grid gap-3" aria-labelledby="steps-title">
            <h2 id="steps-title">Steps</h2>
            <RunSteps steps={steps} line={stepLine} detail={(step) => <RequestStep step={step} />} />
          </section>
          <WaterfallChart steps={steps} />
        </>
      )}
    </div>
  );
}

function Progress({ run }: { run: Run }) {
  const words =
    run.status === "pending_retry"
      ? `Attempt ${run.attempts.length} failed. The next one starts shortly.`
      : run.started_at === null
        ? "Waiting for a runner …"
        : `Attempt ${run.attempt} is running. Its steps appear here when it ends.`;
  return <Notice kind="hint">{words}</Notice>;
}
