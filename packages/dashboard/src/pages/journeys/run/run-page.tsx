import { getRouteApi } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { Notice } from "../../../components/notice.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { isOver } from "../../../features/runs/run-labels.ts";
import { RunPageFrame, RunSummary } from "../../../features/runs/run-page-frame.tsx";
import { StepWaterfall } from "../../../features/runs/step-waterfall.tsx";
import { useRunSteps } from "../../../features/runs/use-run.ts";
import { t } from "../../../language/t.ts";
import { useJourney } from "../use-journey.ts";
import { ConsoleLines, FailedRequests, linesOf, requestsOf } from "./browser-evidence.tsx";
import { RunFiles } from "./run-files.tsx";
import { RunStepList } from "./run-step-list.tsx";
import type { RunTab } from "./run-tabs.ts";
import { ScreenshotList } from "./screenshot-list.tsx";
import { WebVitalsFigures } from "./web-vitals-figures.tsx";

const route = getRouteApi("/shell/journeys/$id/runs/$runId");

/** One run of a journey: steps, screenshots, console and requests. Live while it runs. */
export function RunPage() {
  const { id, runId } = route.useParams();
  const { data: journey } = useJourney(id);
  return (
    <RunPageFrame noun="journeys" id={id} name={journey?.name ?? t("Journey")} runId={runId}>
      {(run) => <RunReport run={run} journeyId={id} name={journey?.name ?? t("Journey")} />}
    </RunPageFrame>
  );
}

function RunReport({ run, journeyId, name }: { run: Run; journeyId: string; name: string }) {
  const [attempt, setAttempt] = useState<number | null>(null);
  const { data: steps, error } = useRunSteps(run, attempt);
  const { tab = "steps" } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = steps ?? [];
  const lines = linesOf(shown);
  const requests = requestsOf(shown);
  const pictures = shown.filter((step) => step.screenshot_url);
  const place = { journeyId, runId: run.id };
  return (
    <div className="grid gap-6">
      <RunSummary run={run} attempt={attempt} onAttempt={setAttempt} />
      {run.web_vitals && <WebVitalsFigures vitals={run.web_vitals} />}
      {error && <Notice>{asApiError(error).message}</Notice>}
      <Tabs<RunTab>
        label={t("Run details")}
        value={tab}
        onValue={(next) => void navigate({ search: { tab: next }, replace: true })}
        tabs={[
          {
            value: "steps",
            label: t("Steps"),
            content: (
              <div className="grid gap-4">
                <RunStepList steps={shown} isRunning={!isOver(run)} place={place} />
                <StepWaterfall noun="journeys" subject={name} steps={shown} />
              </div>
            ),
          },
          {
            value: "screenshots",
            label: t("Screenshots ({length})", { length: pictures.length }),
            content: <ScreenshotList steps={pictures} />,
          },
          {
            value: "console",
            label: t("Console ({length})", { length: lines.length }),
            content: <ConsoleLines lines={lines} />,
          },
          {
            value: "requests",
            label: t("Failed requests ({length})", { length: requests.length }),
            content: <FailedRequests requests={requests} />,
          },
        ]}
      />
      <RunFiles run={run} />
    </div>
  );
}
