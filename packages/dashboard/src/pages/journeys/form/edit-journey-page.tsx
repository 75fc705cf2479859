import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Journey, JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { useState } from "react";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toast } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { useLoaded } from "../../../features/edits/use-loaded.ts";
import { t } from "../../../language/t.ts";
import { bodyOfJourney, draftOfJourney } from "./journey-draft.ts";
import { JourneyForm } from "./journey-form.tsx";

const route = getRouteApi("/shell/journeys/$id/edit");

export function EditJourneyPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { loaded, error } = useLoaded("journeys", id, (signal) =>
    versionedOf(api.GET("/api/v1/journeys/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <PageHeader title={loaded ? t("Edit {name}", { name: loaded.data.name }) : t("Edit journey")} />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && <EditJourney key={id} loaded={loaded} />}
    </>
  );
}

function EditJourney({ loaded }: { loaded: Versioned<Journey> }) {
  const { id } = loaded.data;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(() => draftOfJourney(loaded.data));
  const params = { path: { id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (journey: Journey) => bodyOfJourney(draftOfJourney(journey)),
    read: () => versionedOf(api.GET("/api/v1/journeys/{id}", { params })),
    write: (body, { etag }) => versionedOf(api.PUT("/api/v1/journeys/{id}", { params, body, ifMatch: etag })),
  });

  async function saveAndLeave(body: JourneyCreateInput): Promise<boolean> {
    const saved = await save(body);
    if (saved === null) return false;
    void queries.invalidateQueries({ queryKey: keys.all("journeys") });
    toast(t("{name} saved.", { name: saved.name }));
    await navigate({ to: "/journeys/$id", params: { id } });
    return true;
  }

  return (
    <>
      <JourneyForm
        id={id}
        beginning={beginning}
        submit={{ label: t("Save"), busy: t("Saving …") }}
        onSave={saveAndLeave}
      />
      {dialog}
    </>
  );
}
