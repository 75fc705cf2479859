import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf, type Schema } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { CopyAsMenu } from "../../components/code/copy-as-menu.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { toast } from "../../components/toast.tsx";
import { journeyAsCode } from "../../copy-as.ts";
import { PausedByPlan } from "../../features/targets/paused-by-plan.tsx";
import { StatusReason } from "../../features/targets/status-reason.tsx";
import { rhythmText } from "./form/schedule-text.ts";
import { JourneyFigures } from "./journey-figures.tsx";
import { JourneyRuns } from "./journey-runs.tsx";
import { BaselineList } from "./run/baseline-list.tsx";
import { useJourney } from "./run/use-run.ts";
import { RunJourneyNow } from "./run-now.tsx";

type Journey = Schema<"Journey">;

const route = getRouteApi("/shell/journeys/$id");

/** Status, runs and baselines of a journey. */
export function JourneyPage() {
  const { id } = route.useParams();
  const { data: journey, error } = useJourney(id);
  return (
    <>
      <PageHeader
        title={journey?.name ?? "Journey"}
        badge={journey && <StatusBadge status={journey.status} />}
        lead={journey && <Lead journey={journey} />}
        actions={
          journey && (
            <ForRole>
              <Actions journey={journey} />
            </ForRole>
          )
        }
      />
      {error && <Notice>{asApiError(error).message}</Notice>}
      {!journey && !error && <Skeleton lines={6} />}
      {journey && (
        <div className="grid gap-8">
          <StatusReason reason={journey.status_reason} />
          {journey.description !== "" && (
            <p className="max-w-prose whitespace-pre-wrap">{journey.description}</p>
          )}
          <JourneyFigures id={id} />
          <JourneyRuns id={id} />
          <BaselineList id={id} />
        </div>
      )}
    </>
  );
}

function Lead({ journey }: { journey: Journey }) {
  const what = journey.steps === null ? "A script" : `${journey.steps.length} steps`;
  const where = [journey.primary_location, ...journey.locations].join(", ");
  return (
    <>
      {what}, {rhythmText(journey.interval_seconds)}, at {where}. Status unchanged for{" "}
      <Duration from={journey.status_since} />.
      <PausedByPlan reason={journey.paused_reason} />
    </>
  );
}

function Actions({ journey }: { journey: Journey }) {
  const { id, name, enabled } = journey;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const path = { id };

  async function setEnabled(next: boolean): Promise<void> {
    setBusy(true);
    try {
      await dataOf(api.PUT("/api/v1/journeys/{id}", { params: { path }, body: { enabled: next } }));
      await queries.invalidateQueries({ queryKey: keys.all("journeys") });
    } catch (error) {
      toast(asApiError(error).message, "problem");
    } finally {
      setBusy(false);
    }
  }

  async function remove(): Promise<void> {
    await dataOf(api.DELETE("/api/v1/journeys/{id}", { params: { path } }));
    toast(`${name} deleted.`);
    await navigate({ to: "/journeys" });
    void queries.invalidateQueries({ queryKey: keys.list("journeys") });
  }

  return (
    <>
      <RunJourneyNow id={id} name={name} variant="primary" />
      <Link to="/journeys/$id/edit" params={path} className={buttonClass()}>
        Edit
      </Link>
      <CopyAsMenu
        formats={[
          { label: "Create request (API)", text: () => journeyAsCode(window.location.origin, journey) },
        ]}
      />
      <Button busy={isBusy && "Saving …"} onClick={() => void setEnabled(!enabled)}>
        {enabled ? "Pause" : "Resume"}
      </Button>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${name}?`}
        words="Its runs, screenshots and baselines are deleted too. This cannot be undone."
        action={{ label: "Delete", busy: "Deleting …", run: remove }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
