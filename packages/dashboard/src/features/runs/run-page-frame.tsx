import { Link } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { ReactNode } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { absoluteTime, Duration } from "../../components/time-ago.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { RunAttempts, RunFailure } from "./run-attempts.tsx";
import { RunFacts } from "./run-facts.tsx";
import { isOver } from "./run-labels.ts";
import { RunNow } from "./run-now.tsx";
import { RunStatusBadge } from "./run-status-badge.tsx";
import type { RunNoun } from "./run-target.ts";
import { useRun } from "./use-run.ts";

type RunPageFrameProps = {
  noun: RunNoun;
  /** ID and name of the target. */
  id: string;
  name: string;
  runId: string;
  children(run: Run): ReactNode;
};

/** The page of a run of either kind: header, then `children` once the run is loaded. */
export function RunPageFrame({ noun, id, name, runId, children }: RunPageFrameProps) {
  const { data: run, error } = useRun(runId);
  return (
    <>
      <PageHeader
        title={t("Run of {name}", { name })}
        badge={run && <RunStatusBadge run={run} />}
        lead={
          <>
            <Link to={`/${noun}/$id`} params={{ id }} className="text-accent underline">
              {t("All runs of {name}", { name })}
            </Link>
            {run && ` · ${absoluteTime(run.started_at ?? run.queued_at)}`}
          </>
        }
        actions={
          <>
            <CopyButton label={t("Copy run ID")} text={runId} />
            <ForRole>
              <RunNow noun={noun} id={id} name={name} />
            </ForRole>
          </>
        }
      />
      <LoadState data={run} error={error} lines={6} />
      {run && <div key={run.id}>{children(run)}</div>}
    </>
  );
}

type RunSummaryProps = { run: Run; attempt: number | null; onAttempt(attempt: number): void };

/** The cause of a failure, the progress and the facts of a run, and its attempts to select from. */
export function RunSummary({ run, attempt, onAttempt }: RunSummaryProps) {
  return (
    <>
      <RunFailure run={run} attempt={attempt} />
      <RunProgress run={run} />
      <RunFacts run={run} />
      <RunAttempts run={run} chosen={attempt ?? run.attempts.at(-1)?.attempt ?? null} onChoose={onAttempt} />
    </>
  );
}

/** Announced by screen readers when it changes. */
function RunProgress({ run }: { run: Run }) {
  if (isOver(run)) return null;
  const { attempt, max_attempts: attemptsMax, started_at: startedAt, queued_at: queuedAt } = run;
  return (
    <Notice kind="hint">
      {startedAt === null ? (
        <Message
          text="Queued at {location}: {time}."
          values={{ location: run.location, time: <Duration from={queuedAt} /> }}
        />
      ) : (
        <Message
          text="{status}, attempt {attempt} of {attempts}, since {time}. This page updates live."
          values={{
            status: run.status === "pending_retry" ? t("Retrying soon") : t("Running"),
            attempt,
            attempts: attemptsMax,
            time: <Duration from={startedAt} />,
          }}
        />
      )}
    </Notice>
  );
}
