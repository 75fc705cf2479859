import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf, type Schema } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toast } from "../../../components/toast.tsx";
import { emptyJourney } from "./journey-draft.ts";
import { JourneyForm } from "./journey-form.tsx";

/** A new journey; its first run begins at once, and is shown. */
export function NewJourneyPage() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(emptyJourney);

  async function save(body: Schema<"JourneyCreate">): Promise<void> {
    const { id } = await dataOf(api.POST("/api/v1/journeys", { body }));
    void queries.invalidateQueries({ queryKey: keys.list("journeys") });
    try {
      const run = await dataOf(api.POST("/api/v1/journeys/{id}/run-now", { params: { path: { id } } }));
      await navigate({ to: "/journeys/$id/runs/$runId", params: { id, runId: run.id } });
    } catch (error) {
      // It is stored: to save it again would make a second one.
      toast(asApiError(error).message, "problem");
      await navigate({ to: "/journeys/$id", params: { id } });
    }
  }

  return (
    <>
      <PageHeader
        title="Add a journey"
        lead="It runs in a real browser: at once for the first time, then as often as you say."
      />
      <JourneyForm beginning={beginning} submit={{ label: "Save and run", busy: "Saving …" }} onSave={save} />
    </>
  );
}
