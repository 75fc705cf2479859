import { useQuery, useQueryClient } from "@tanstack/react-query";
import { slugOf } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { NewPingKey, PingKey } from "@vedette/contract/heartbeats/ping-key.ts";
import { useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";

/** The key with which heartbeats are pinged by their slugs: creates, replaces and deletes it. For owners. */
export function PingKeySection() {
  const api = useApi();
  const queries = useQueryClient();
  const [created, setCreated] = useState<NewPingKey | null>(null);
  const { data, error } = useQuery({
    queryKey: PING_KEY,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/ping-key", { signal })),
  });
  async function renew(): Promise<void> {
    setCreated(await dataOf(api.POST("/api/v1/ping-key", {})));
    await queries.invalidateQueries({ queryKey: PING_KEY });
  }
  async function remove(): Promise<void> {
    await api.DELETE("/api/v1/ping-key", {});
    await queries.invalidateQueries({ queryKey: PING_KEY });
    toast(t("Ping key deleted."));
  }
  return (
    <SettingsSection
      title={t("Ping key")}
      description={t("Pings every heartbeat of the organization by its slug, and can create heartbeats.")}
    >
      <LoadState data={data} error={error} />
      {data && <PingKeyState pingKey={data} onRenew={renew} onRemove={remove} />}
      {created && <CreatedPingKey pingKey={created} onClose={() => setCreated(null)} />}
    </SettingsSection>
  );
}

const PING_KEY = keys.other("api-keys", "ping-key");

type PingKeyStateProps = { pingKey: PingKey; onRenew(): Promise<void>; onRemove(): Promise<void> };

function PingKeyState({ pingKey, onRenew, onRemove }: PingKeyStateProps) {
  const { key_start: start, created_at: createdAt, created_by: createdBy } = pingKey;
  const [busy, setBusy] = useState<string | false>(false);
  async function create(): Promise<void> {
    setBusy(t("Creating …"));
    await onRenew().finally(() => setBusy(false));
  }
  if (start === null || createdAt === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t("There is no ping key.")}</p>
        <Button busy={busy} onClick={() => void create().catch(report)}>
          {t("Create ping key")}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="wrap-anywhere">
        <code>{start}…</code>
        <span className="block text-[0.8125rem] text-soft">
          {t("created by {name} on {time}", { name: createdBy ?? "", time: absoluteTime(createdAt) })}
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        <ConfirmButton
          label={t("Replace")}
          longLabel={t("Replace the ping key")}
          title={t("Replace the ping key?")}
          description={t("Pings with the current key are rejected immediately. Jobs need the new one.")}
          action={{ label: t("Replace"), busy: t("Replacing …"), run: onRenew }}
        />
        <ConfirmButton
          label={t("Delete")}
          longLabel={t("Delete the ping key")}
          title={t("Delete the ping key?")}
          description={t("Pings by slug are rejected immediately. Pings by UUID are not affected.")}
          action={{ label: t("Delete"), busy: t("Deleting …"), run: onRemove }}
        />
      </span>
    </div>
  );
}

function report(error: unknown): void {
  toast(asApiError(error).message, "problem");
}

function CreatedPingKey({ pingKey: { key }, onClose }: { pingKey: NewPingKey; onClose(): void }) {
  const url = `${window.location.origin}/ping/${key}/${slugOf("Nightly backup")}`;
  return (
    <Dialog isOpen onClose={null} title={t("Ping key created")}>
      <Notice kind="warning">{t("Copy this key now. It is not stored and cannot be shown again.")}</Notice>
      <CodeBlock label={t("Ping key")} text={key} />
      <CodeBlock
        label={t("Example: creates the heartbeat with the first ping")}
        text={`curl "${url}?create=1"`}
      />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t("I have copied it")}
        </Button>
      </div>
    </Dialog>
  );
}
