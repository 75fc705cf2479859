import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Journey, JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toast } from "../../../components/toast.tsx";
import { draftOfJourney } from "./journey-draft.ts";
import { JourneyForm } from "./journey-form.tsx";

const route = getRouteApi("/shell/journeys/$id/edit");

export function EditJourneyPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { data: journey, error } = useQuery({
    queryKey: keys.form("journeys", id),
    // A form starts with the stored journey, not with a cached one.
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/journeys/{id}", { params: { path: { id } }, signal })),
  });
  return (
    <>
      <PageHeader title={journey ? `Edit ${journey.name}` : "Edit journey"} />
      <LoadState data={journey} error={error} lines={6} />
      {journey && <Editing key={id} journey={journey} />}
    </>
  );
}

/** Starts with the stored journey; run events do not change the form. */
function Editing({ journey }: { journey: Journey }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(() => draftOfJourney(journey));
  const { id } = journey;

  async function save(body: JourneyCreateInput): Promise<void> {
    await dataOf(api.PUT("/api/v1/journeys/{id}", { params: { path: { id } }, body }));
    void queries.invalidateQueries({ queryKey: keys.all("journeys") });
    toast(`${body.name} saved.`);
    await navigate({ to: "/journeys/$id", params: { id } });
  }

  return (
    <JourneyForm id={id} beginning={beginning} submit={{ label: "Save", busy: "Saving …" }} onSave={save} />
  );
}
