import { useQueryClient } from "@tanstack/react-query";
import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
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
      <Button aria-label={`Edit the stream ${name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      {isEditing && <StreamDialog stream={stream} onClose={() => setEditing(false)} />}
      {secret !== null && (
        <SecretDialog title="Signing secret replaced" secret={secret} onClose={() => setSecret(null)} />
      )}
      <ConfirmButton
        label={enabled ? "Disable" : "Enable"}
        longLabel={`${enabled ? "Disable" : "Enable"} the stream ${name}`}
        title={enabled ? "Disable this stream?" : "Enable this stream?"}
        description={
          enabled
            ? `${name} sends nothing until it is enabled again. Then it continues where it stopped.`
            : `${name} continues where it stopped.`
        }
        action={{
          label: enabled ? "Disable stream" : "Enable stream",
          busy: "Saving …",
          async run() {
            await api.PUT("/api/v1/audit-streams/{id}", { params, body: { enabled: !enabled } });
            await reload();
            toast(enabled ? "Stream disabled." : "Stream enabled.");
          },
        }}
      />
      {type === "webhook" && (
        <ConfirmButton
          label="Replace secret"
          longLabel={`Replace secret of the stream ${name}`}
          title="Replace the signing secret?"
          description="Requests are signed with the new secret at once. The receiver rejects them until it knows it."
          action={{
            label: "Replace secret",
            busy: "Saving …",
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
        label="Delete"
        longLabel={`Delete the stream ${name}`}
        title="Delete this stream?"
        description={`${name} sends nothing more. Entries that wait stay in the audit log. This cannot be undone.`}
        action={{
          label: "Delete stream",
          busy: "Deleting …",
          async run() {
            await api.DELETE("/api/v1/audit-streams/{id}", { params });
            await reload();
            toast("Stream deleted.");
          },
        }}
      />
    </span>
  );
}
