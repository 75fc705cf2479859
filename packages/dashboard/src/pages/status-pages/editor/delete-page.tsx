import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../../settings/settings-section.tsx";

export function DeletePage({ page: { id, title } }: { page: StatusPage }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ForRole>
      <SettingsSection
        title="Delete"
        description="Deletes the page with its components, incidents and domains. No target is deleted."
      >
        <div>
          <ConfirmButton
            label="Delete status page"
            variant="danger"
            title={`Delete ${title}?`}
            description="Its address stops working, and its incident history is lost. This cannot be undone."
            typed={title}
            action={{
              label: "Delete status page",
              busy: "Deleting …",
              async run() {
                await api.DELETE("/api/v1/status-pages/{id}", { params: { path: { id } } });
                toast(`${title} deleted.`);
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
