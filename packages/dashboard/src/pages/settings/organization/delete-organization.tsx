import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";
import { useMoveOn } from "./use-move-on.ts";

export function DeleteOrganization({ organization: { id, name } }: { organization: Organization }) {
  const api = useApi();
  const moveOn = useMoveOn();
  return (
    <SettingsSection
      title={t("Delete organization")}
      description={t("Permanently deletes all monitors, journeys, results, variables, members and API keys.")}
    >
      <div>
        <ConfirmButton
          label={t("Delete organization")}
          variant="danger"
          title={t("Delete {name} and all its data?", { name })}
          description={t("Monitoring stops immediately. This cannot be undone.")}
          typed={name}
          action={{
            label: t("Delete permanently"),
            busy: t("Deleting …"),
            async run() {
              await api.DELETE("/api/v1/organizations/{id}", { params: { path: { id } } });
              toast(t("{name} deleted.", { name }));
              await moveOn();
            },
          }}
        />
      </div>
    </SettingsSection>
  );
}
