import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@vedette/contract/people/api-keys.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

export function RevokeApiKey({ apiKey: { id, name, status } }: { apiKey: ApiKey }) {
  const api = useApi();
  const queries = useQueryClient();
  if (status === "revoked") return null;
  return (
    <ConfirmButton
      label={t("Revoke")}
      longLabel={t("Revoke {name}", { name })}
      title={t("Revoke {name}?", { name })}
      description={t("Requests with this key are rejected immediately. This cannot be undone.")}
      action={{
        label: t("Revoke"),
        busy: t("Revoking …"),
        async run() {
          await api.DELETE("/api/v1/api-keys/{id}", { params: { path: { id } } });
          await queries.invalidateQueries({ queryKey: keys.all("api-keys") });
          toast(t("{name} revoked.", { name }));
        },
      }}
    />
  );
}
