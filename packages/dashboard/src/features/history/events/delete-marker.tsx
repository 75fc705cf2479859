import { useQueryClient } from "@tanstack/react-query";
import type { Marker } from "@vedette/contract/markers/markers.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

/** Deletes a deploy marker. For members. */
export function DeleteMarker({ marker: { id, title } }: { marker: Marker }) {
  const api = useApi();
  const queries = useQueryClient();
  const { reaches } = useRole();
  if (!reaches("member")) return null;
  return (
    <ConfirmButton
      label={t("Delete")}
      longLabel={t("Delete the deploy marker {title}", { title })}
      title={t("Delete the deploy marker {title}?", { title })}
      description={t("It disappears from the charts of all targets that it is about. This cannot be undone.")}
      action={{
        label: t("Delete marker"),
        busy: t("Deleting …"),
        async run() {
          await api.DELETE("/api/v1/markers/{id}", { params: { path: { id } } });
          await queries.invalidateQueries({ queryKey: keys.all("markers") });
          toast(t("Deploy marker deleted."));
        },
      }}
    />
  );
}
