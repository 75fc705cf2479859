import { useQueryClient } from "@tanstack/react-query";
import type { CodeTrust } from "@vedette/contract/code/trusts/code-trusts.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

export function DeleteCiTrust({ trust: { id, subject } }: { trust: CodeTrust }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={t("Delete")}
      longLabel={t("Delete the trust in {subject}", { subject })}
      title={t("Delete this trust?")}
      description={t(
        "Jobs with the subject {subject} get no key anymore, and the keys that they have are rejected immediately.",
        { subject },
      )}
      action={{
        label: t("Delete trust"),
        busy: t("Deleting …"),
        async run() {
          await api.DELETE("/api/v1/code/trusts/{id}", { params: { path: { id } } });
          await queries.invalidateQueries({ queryKey: keys.all("code-trusts") });
          toast(t("CI trust deleted."));
        },
      }}
    />
  );
}
