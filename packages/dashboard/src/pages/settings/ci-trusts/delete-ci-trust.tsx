import { useQueryClient } from "@tanstack/react-query";
import type { CodeTrust } from "@vedette/contract/code/trusts/code-trusts.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";

export function DeleteCiTrust({ trust: { id, subject } }: { trust: CodeTrust }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Delete"
      longLabel={`Delete the trust in ${subject}`}
      title="Delete this trust?"
      description={`Jobs with the subject ${subject} get no key anymore, and the keys that they have are rejected immediately.`}
      action={{
        label: "Delete trust",
        busy: "Deleting …",
        async run() {
          await api.DELETE("/api/v1/code/trusts/{id}", { params: { path: { id } } });
          await queries.invalidateQueries({ queryKey: keys.all("code-trusts") });
          toast("CI trust deleted.");
        },
      }}
    />
  );
}
