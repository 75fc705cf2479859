import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { Heartbeat, HeartbeatCreateInput } from "@vedette/contract/heartbeats/heartbeats.ts";
import { useState } from "react";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { browserTimezone } from "../../../components/forms/timezone-field.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toast } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { t } from "../../../language/t.ts";
import { useHeartbeatForForm } from "../use-heartbeat.ts";
import { heartbeatBody, heartbeatDraft } from "./heartbeat-draft.ts";
import { HeartbeatForm } from "./heartbeat-form.tsx";

export function EditHeartbeatPage() {
  const { id } = useParams({ from: "/shell/heartbeats/$id/edit" });
  const { loaded, error } = useHeartbeatForForm(id);
  return (
    <>
      <PageHeader title={loaded ? t("Edit {name}", { name: loaded.data.name }) : t("Edit heartbeat")} />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && <EditHeartbeat key={id} loaded={loaded} />}
    </>
  );
}

const SECRETS = ["push_token"];

function EditHeartbeat({ loaded }: { loaded: Versioned<Heartbeat> }) {
  const { id } = loaded.data;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [timezone] = useState(browserTimezone);
  const [beginning] = useState(() => heartbeatDraft(loaded.data, timezone));
  const params = { path: { id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (heartbeat: Heartbeat) => heartbeatBody(heartbeatDraft(heartbeat, timezone)),
    read: () => versionedOf(api.GET("/api/v1/heartbeats/{id}", { params })),
    write: (body, { etag }) =>
      versionedOf(
        api.PUT("/api/v1/heartbeats/{id}", {
          params,
          body: { ...body, slug: body.slug ?? undefined },
          ifMatch: etag,
        }),
      ),
    secretFields: SECRETS,
  });

  async function saveAndLeave(body: HeartbeatCreateInput): Promise<boolean> {
    const saved = await save(body);
    if (saved === null) return false;
    queries.setQueryData(keys.detail("heartbeats", id), saved);
    void queries.invalidateQueries({ queryKey: keys.list("heartbeats") });
    toast(t("{name} saved.", { name: saved.name }));
    await navigate({ to: "/heartbeats/$id", params: { id } });
    return true;
  }

  return (
    <>
      <HeartbeatForm begin={beginning} id={id} onSave={saveAndLeave} />
      {dialog}
    </>
  );
}
