import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { HeartbeatCreateInput } from "@vedette/contract/heartbeats/heartbeats.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { browserTimezone } from "../../../components/forms/timezone-field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { toast } from "../../../components/toast.tsx";
import { copyName } from "../../../features/targets/copy-name.ts";
import { t } from "../../../language/t.ts";
import { useHeartbeatForForm } from "../use-heartbeat.ts";
import { type HeartbeatDraft, heartbeatDraft, newHeartbeatDraft } from "./heartbeat-draft.ts";
import { HeartbeatForm } from "./heartbeat-form.tsx";

export function NewHeartbeatPage() {
  const { copy } = useSearch({ from: "/shell/heartbeats/new" });
  const { loaded, error } = useHeartbeatForForm(copy ?? null);
  const timezone = browserTimezone();
  return (
    <>
      <PageHeader
        title={loaded ? t("Clone {name}", { name: loaded.data.name }) : t("Add heartbeat")}
        lead={t("A job requests a URL after each run. If the request is missing, an alert opens.")}
      />
      {error && <Notice>{error.message}</Notice>}
      {copy === undefined && <NewHeartbeat begin={() => newHeartbeatDraft(timezone)} />}
      {copy !== undefined && !loaded && !error && <Skeleton lines={6} />}
      {loaded && (
        <NewHeartbeat
          begin={() => ({
            ...heartbeatDraft(loaded.data, timezone),
            name: copyName(loaded.data.name),
            // Both are unique.
            ...{ slug: "", pushToken: "" },
          })}
        />
      )}
    </>
  );
}

function NewHeartbeat({ begin }: { begin(): HeartbeatDraft }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [beginning] = useState(begin);

  async function create(body: HeartbeatCreateInput): Promise<void> {
    const { id, name } = await dataOf(api.POST("/api/v1/heartbeats", { body }));
    void queries.invalidateQueries({ queryKey: keys.list("heartbeats") });
    toast(t("{name} waits for its first ping.", { name }));
    await navigate({ to: "/heartbeats/$id", params: { id } });
  }

  return <HeartbeatForm begin={beginning} id={null} onSave={create} />;
}
