import { getRouteApi, Link } from "@tanstack/react-router";
import type { EscalationPolicy } from "@vedette/contract/on-call/escalation-policies.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../api/client.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { browserTimezone } from "../../components/forms/timezone-field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { t } from "../../language/t.ts";
import { useSaved } from "../alerts/use-saved.ts";
import { bodyOfPolicy, bodyOfStored, draftOfPolicy, emptyPolicy } from "./policy-draft.ts";
import { PolicyForm } from "./policy-form.tsx";

const route = getRouteApi("/shell/escalation-policies/$id");

export function NewPolicyPage() {
  const api = useApi();
  const done = useSaved("escalation-policies", "/escalation-policies");
  return (
    <>
      <PageHeader title={t("Add escalation policy")} />
      <PolicyForm
        id={null}
        initial={emptyPolicy(browserTimezone())}
        onSave={async (draft) => {
          await dataOf(api.POST("/api/v1/escalation-policies", { body: bodyOfPolicy(draft) }));
          await done(t("Escalation policy added."));
        }}
      />
    </>
  );
}

export function PolicyPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { loaded, error } = useLoaded("escalation-policies", id, (signal) =>
    versionedOf(api.GET("/api/v1/escalation-policies/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <PageHeader
        title={loaded?.data.name ?? t("Escalation policy")}
        actions={
          <Link to="/escalation-policies/$id/drills" params={{ id }} className={buttonClass()}>
            {t("Fire drills")}
          </Link>
        }
      />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && (
        <ReadOnlyBelow>
          <EditPolicy key={id} loaded={loaded} />
        </ReadOnlyBelow>
      )}
    </>
  );
}

function EditPolicy({ loaded }: { loaded: Versioned<EscalationPolicy> }) {
  const api = useApi();
  const done = useSaved("escalation-policies", "/escalation-policies");
  const [initial] = useState(() => draftOfPolicy(loaded.data, browserTimezone()));
  const params = { path: { id: loaded.data.id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: bodyOfStored,
    read: () => versionedOf(api.GET("/api/v1/escalation-policies/{id}", { params })),
    write: (body, over) =>
      versionedOf(api.PUT("/api/v1/escalation-policies/{id}", { params, body, ifMatch: over.etag })),
  });
  return (
    <div className="grid gap-4">
      {loaded.data.warnings.length > 0 && <Notice kind="warning">{loaded.data.warnings.join(" ")}</Notice>}
      <PolicyForm
        id={loaded.data.id}
        initial={initial}
        onSave={async (draft) => {
          if ((await save(bodyOfPolicy(draft))) === null) return false;
          await done(t("Escalation policy saved."));
          return true;
        }}
      />
      {dialog}
    </div>
  );
}
