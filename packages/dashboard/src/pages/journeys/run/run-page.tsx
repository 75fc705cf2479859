import { getRouteApi, Link } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { StatFigure, StatFigures } from "../../../components/charts/stat-figure.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { absoluteTime, Duration, TimeAgo } from "../../../components/time-ago.tsx";
import { RunAttempts } from "../../../features/runs/run-attempts.tsx";
import { isOver, TRIGGER_LABELS } from "../../../features/runs/run-labels.ts";
import { RunNow } from "../../../features/runs/run-now.tsx";
import { RunStatusBadge } from "../../../features/runs/run-status-badge.tsx";
import { useRun } from "../../../features/runs/use-run.ts";
import { percentText, responseText, sentenceOf } from "../../../format.ts";
import { ConsoleLines, FailedRequests, linesOf, requestsOf } from "./browser-evidence.tsx";
import { RunFiles } from "./run-files.tsx";
import type { RunTab } from "./run-tabs.ts";
import { ScreenshotList } from "./screenshot-list.tsx";
import { StepWaterfall } from "./step-waterfall.tsx";
import { useJourney, useJourneyRunSteps } from "./use-run.ts";
import { WebVitalsFigures } from "./web-vitals-figures.tsx";

const route = getRouteApi("/shell/journeys/$id/runs/$runId");

/** One run of a journey: steps, screenshots, console and requests. Live while it runs. */
export function RunPage() {
  const { id, runId } = route.useParams();
  const { data: journey } = useJourney(id);
  const { data: run, error } = useRun(runId);
  const name = journey?.name ?? "Journey";
  return (
    <>
      <PageHeader
        title={`Run of ${name}`}
        badge={run && <RunStatusBadge run={run} />}
        lead={
          <Link to="/journeys/$id" params={{ id }} className="text-accent hover:underline">
            All runs of {name}
          </Link>
        }
        actions={
          <ForRole>
            <RunNow kind="journeys" id={id} name={name} />
          </ForRole>
        }
      />
      {error && <Notice>{asApiError(error).message}</Notice>}
      {!run && !error && <Skeleton lines={6} />}
      {run && <RunReport key={run.id} run={run} journeyId={id} />}
    </>
  );
}

function RunReport({ run, journeyId }: { run: Run; journeyId: string }) {
  const [attempt, setAttempt] = useState<number | null>(null);
  const { data: steps, error } = useJourneyRunSteps(run, attempt);
  const { tab = "steps" } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = steps ?? [];
  const lines = linesOf(shown);
  const requests = requestsOf(shown);
  const pictures = shown.filter((step) => step.screenshot_url);
  const place = { journeyId, runId: run.id };
  return (
    <div className="grid gap-6">
      {run.error && (
        <Notice>
          <strong>
            {run.error.step_index === null ? "The run failed" : `Step ${run.error.step_index + 1} failed`}
          </strong>
          <span className="block wrap-anywhere whitespace-pre-wrap">{sentenceOf(run.error.message)}</span>
        </Notice>
      )}
      <Progress run={run} />
      <RunFigures run={run} />
      {run.web_vitals && <WebVitalsFigures vitals={run.web_vitals} />}
      <RunAttempts run={run} chosen={attempt ?? run.attempts.at(-1)?.attempt ?? null} onChoose={setAttempt} />
      {error && <Notice>{asApiError(error).message}</Notice>}
      <Tabs<RunTab>
        label="Run details"
        value={tab}
        onValue={(next) => void navigate({ search: { tab: next }, replace: true })}
        tabs={[
          {
            value: "steps",
            label: "Steps",
            content: <StepWaterfall steps={shown} isRunning={!isOver(run)} place={place} />,
          },
          {
            value: "screenshots",
            label: `Screenshots (${pictures.length})`,
            content: <ScreenshotList steps={pictures} />,
          },
          {
            value: "console",
            label: `Console (${lines.length})`,
            content: <ConsoleLines lines={lines} />,
          },
          {
            value: "requests",
            label: `Failed requests (${requests.length})`,
            content: <FailedRequests requests={requests} />,
          },
        ]}
      />
      <RunFiles run={run} />
    </div>
  );
}

/** Announced by screen readers when it changes. */
function Progress({ run }: { run: Run }) {
  if (isOver(run)) return null;
  const { attempt, max_attempts: most, started_at: startedAt, queued_at: queuedAt } = run;
  return (
    <Notice kind="hint">
      {startedAt === null ? (
        <>
          Queued at {run.location}: <Duration from={queuedAt} />.
        </>
      ) : (
        <>
          {run.status === "pending_retry" ? "Retrying soon" : "Running"}, attempt {attempt} of {most}, since{" "}
          <Duration from={startedAt} />. This page updates live.
        </>
      )}
    </Notice>
  );
}

function RunFigures({ run }: { run: Run }) {
  const began = run.started_at ?? run.queued_at;
  return (
    <StatFigures>
      <StatFigure
        label="Steps passed"
        value={run.steps_total === 0 ? "–" : `${run.steps_passed} of ${run.steps_total}`}
      />
      <StatFigure label="Duration" value={responseText(run.duration_ms)} />
      <StatFigure label="Started" value={<TimeAgo at={began} />} note={absoluteTime(began)} />
      <StatFigure label="Location" value={run.location} note={TRIGGER_LABELS[run.trigger]} />
      <StatFigure label="Attempt" value={`${run.attempt} of ${run.max_attempts}`} />
      {run.visual_diff_percent != null && (
        <StatFigure
          label="Visual difference (max)"
          value={percentText(run.visual_diff_percent)}
          note="at worst"
        />
      )}
    </StatFigures>
  );
}
