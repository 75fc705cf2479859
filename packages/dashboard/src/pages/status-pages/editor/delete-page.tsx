import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";

export function DeletePage({ page: { id, title } }: { page: StatusPage }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ForRole>
      <SettingsSection
        title={t("Delete")}
        description={t("Deletes the page with its components, incidents and domains. No target is deleted.")}
      >
        <div>
          <ConfirmButton
            label={t("Delete status page")}
            variant="danger"
            title={t("Delete {title}?", { title })}
            description={t(
              "Its address stops working, and its incident history is lost. This cannot be undone.",
            )}
            typed={title}
            action={{
              label: t("Delete status page"),
              busy: t("Deleting …"),
              async run() {
                await api.DELETE("/api/v1/status-pages/{id}", { params: { path: { id } } });
                toast(t("{title} deleted.", { title }));
                await navigate({ to: "/status-pages" });
                queries.removeQueries({ queryKey: keys.detail("status-pages", id) });
                void queries.invalidateQueries({ queryKey: keys.list("status-pages") });
              },
            }}
          />
        </div>
      </SettingsSection>
    </ForRole>
  );
}
