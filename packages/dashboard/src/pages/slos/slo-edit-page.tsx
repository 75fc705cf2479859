import { getRouteApi } from "@tanstack/react-router";
import type { Slo } from "@vedette/contract/slos/slos.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../api/client.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { browserTimezone } from "../../components/forms/timezone-field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { t } from "../../language/t.ts";
import { useSaved } from "../alerts/use-saved.ts";
import { bodyOfSlo, draftOfSlo, emptySlo } from "./slo-draft.ts";
import { SloForm } from "./slo-form.tsx";

const route = getRouteApi("/shell/slos/$id/edit");

export function NewSloPage() {
  const api = useApi();
  const done = useSaved("slos", "/slos");
  return (
    <>
      <PageHeader title={t("Add SLO")} />
      <SloForm
        id={null}
        initial={emptySlo(browserTimezone())}
        onSave={async (draft) => {
          await dataOf(api.POST("/api/v1/slos", { body: bodyOfSlo(draft) }));
          await done(t("SLO added."));
        }}
      />
    </>
  );
}

export function EditSloPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { loaded, error } = useLoaded("slos", id, (signal) =>
    versionedOf(api.GET("/api/v1/slos/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <PageHeader title={loaded?.data.name ?? "SLO"} />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && (
        <ReadOnlyBelow>
          <EditSlo key={id} loaded={loaded} />
        </ReadOnlyBelow>
      )}
    </>
  );
}

function EditSlo({ loaded }: { loaded: Versioned<Slo> }) {
  const api = useApi();
  const done = useSaved("slos", "/slos");
  const params = { path: { id: loaded.data.id } };
  const [initial] = useState(() => draftOfSlo(loaded.data));
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (slo: Slo) => bodyOfSlo(draftOfSlo(slo)),
    read: () => versionedOf(api.GET("/api/v1/slos/{id}", { params })),
    write: (body, { etag }) => versionedOf(api.PUT("/api/v1/slos/{id}", { params, body, ifMatch: etag })),
  });
  return (
    <>
      <SloForm
        id={loaded.data.id}
        initial={initial}
        onSave={async (draft) => {
          if ((await save(bodyOfSlo(draft))) === null) return false;
          await done(t("SLO saved."));
          return true;
        }}
      />
      {dialog}
    </>
  );
}
