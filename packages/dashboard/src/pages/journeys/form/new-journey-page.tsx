import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toastError } from "../../../components/toast.tsx";
import { emptyJourney } from "./journey-draft.ts";
import { JourneyForm } from "./journey-form.tsx";

/** Creates a journey; its first run starts at once and is shown. */
export function NewJourneyPage() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(emptyJourney);

  async function save(body: JourneyCreateInput): Promise<void> {
    const { id } = await dataOf(api.POST("/api/v1/journeys", { body }));
    void queries.invalidateQueries({ queryKey: keys.list("journeys") });
    try {
      const run = await dataOf(api.POST("/api/v1/journeys/{id}/run-now", { params: { path: { id } } }));
      await navigate({ to: "/journeys/$id/runs/$runId", params: { id, runId: run.id } });
    } catch (error) {
      // The journey is stored; saving again would create a second one.
      toastError(error);
      await navigate({ to: "/journeys/$id", params: { id } });
    }
  }

  return (
    <>
      <PageHeader title="Add journey" lead="It runs in a real browser: once now, then on schedule." />
      <JourneyForm beginning={beginning} submit={{ label: "Save and run", busy: "Saving …" }} onSave={save} />
    </>
  );
}
