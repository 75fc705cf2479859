import { useQueryClient } from "@tanstack/react-query";
import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { SecretDialog, StreamDialog } from "./stream-dialog.tsx";

export function StreamActions({ stream }: { stream: AuditStream }) {
  const { id, name, type, enabled } = stream;
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { id } };
  const reload = () => queries.invalidateQueries({ queryKey: keys.all("audit-streams") });
  return (
    <span className="flex flex-wrap gap-2">
      <Button aria-label={t("Edit the stream {name}", { name })} onClick={() => setEditing(true)}>
        {t("Edit")}
      </Button>
      {isEditing && <StreamDialog stream={stream} onClose={() => setEditing(false)} />}
      {secret !== null && (
        <SecretDialog title={t("Signing secret replaced")} secret={secret} onClose={() => setSecret(null)} />
      )}
      <ConfirmButton
        label={enabled ? t("Disable") : t("Enable")}
        longLabel={
          enabled ? t("Disable the stream {name}", { name }) : t("Enable the stream {name}", { name })
        }
        title={enabled ? t("Disable this stream?") : t("Enable this stream?")}
        description={
          enabled
            ? t("{name} sends nothing until it is enabled again. Then it continues where it stopped.", {
                name,
              })
            : t("{name} continues where it stopped.", { name })
        }
        action={{
          label: enabled ? t("Disable stream") : t("Enable stream"),
          busy: t("Saving …"),
          async run() {
            await api.PUT("/api/v1/audit-streams/{id}", { params, body: { enabled: !enabled } });
            await reload();
            toast(enabled ? t("Stream disabled.") : t("Stream enabled."));
          },
        }}
      />
      {type === "webhook" && (
        <ConfirmButton
          label={t("Replace secret")}
          longLabel={t("Replace secret of the stream {name}", { name })}
          title={t("Replace the signing secret?")}
          description={t(
            "Requests are signed with the new secret at once. The receiver rejects them until it knows it.",
          )}
          action={{
            label: t("Replace secret"),
            busy: t("Saving …"),
            async run() {
              const body = { new_signing_secret: true } as const;
              const saved = await dataOf(api.PUT("/api/v1/audit-streams/{id}", { params, body }));
              await reload();
              setSecret(saved.signing_secret);
            },
          }}
        />
      )}
      <ConfirmButton
        label={t("Delete")}
        longLabel={t("Delete the stream {name}", { name })}
        title={t("Delete this stream?")}
        description={t(
          "{name} sends nothing more. Entries that wait stay in the audit log. This cannot be undone.",
          { name },
        )}
        action={{
          label: t("Delete stream"),
          busy: t("Deleting …"),
          async run() {
            await api.DELETE("/api/v1/audit-streams/{id}", { params });
            await reload();
            toast(t("Stream deleted."));
          },
        }}
      />
    </span>
  );
}
