import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { useMoveOn } from "./use-move-on.ts";

export function DeleteOrganization({ organization: { id, name } }: { organization: Organization }) {
  const api = useApi();
  const moveOn = useMoveOn();
  return (
    <SettingsSection
      title="Delete organization"
      description="Permanently deletes all monitors, journeys, results, variables, members and API keys."
    >
      <div>
        <ConfirmButton
          label="Delete organization"
          variant="danger"
          title={`Delete ${name} and all its data?`}
          description="Monitoring stops immediately. This cannot be undone."
          typed={name}
          action={{
            label: "Delete permanently",
            busy: "Deleting …",
            async run() {
              await api.DELETE("/api/v1/organizations/{id}", { params: { path: { id } } });
              toast(`${name} deleted.`);
              await moveOn();
            },
          }}
        />
      </div>
    </SettingsSection>
  );
}
