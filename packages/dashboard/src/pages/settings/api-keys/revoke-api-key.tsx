import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { toast } from "../../../components/toast.tsx";

export function RevokeApiKey({ apiKey: { id, name, status } }: { apiKey: Schema<"ApiKey"> }) {
  const api = useApi();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  if (status === "revoked") return null;
  return (
    <>
      <Button variant="quiet" aria-label={`Revoke ${name}`} onClick={() => setAsked(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Revoke ${name}?`}
        words="Whatever uses it is refused from its next request on. It cannot be made good again."
        action={{
          label: "Revoke",
          busy: "Revoking …",
          async run() {
            await api.DELETE("/api/v1/api-keys/{id}", { params: { path: { id } } });
            await queries.invalidateQueries({ queryKey: ["api-keys"] });
            toast(`${name} is revoked.`);
          },
        }}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
