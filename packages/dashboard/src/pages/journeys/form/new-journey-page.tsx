import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toastError } from "../../../components/toast.tsx";
import { copyName } from "../../../features/targets/copy-name.ts";
import { t } from "../../../language/t.ts";
import { draftOfJourney, emptyJourney, type JourneyDraft } from "./journey-draft.ts";
import { JourneyForm } from "./journey-form.tsx";
import { useJourneyForForm } from "./use-journey-for-form.ts";

/** A new journey, or a copy of another one. */
export function NewJourneyPage() {
  const { copy } = useSearch({ from: "/shell/journeys/new" });
  const { data, error } = useJourneyForForm(copy ?? null);
  return (
    <>
      <PageHeader
        title={data ? t("Clone {name}", { name: data.name }) : t("Add journey")}
        lead={t("It runs in a real browser: once now, then on schedule.")}
      />
      {copy === undefined && <NewJourney beginning={emptyJourney()} />}
      {copy !== undefined && <LoadState data={data} error={error} lines={6} />}
      {data && (
        <NewJourney key={data.id} beginning={{ ...draftOfJourney(data), name: copyName(data.name) }} />
      )}
    </>
  );
}

/** Creates a journey; its first run starts at once and is shown. */
function NewJourney({ beginning: given }: { beginning: JourneyDraft }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(given);

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
    <JourneyForm
      beginning={beginning}
      submit={{ label: t("Add and run"), busy: t("Saving …") }}
      onSave={save}
    />
  );
}
