import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useState } from "react";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { useMoveOn } from "./use-move-on.ts";

export function DeleteOrganization({ organization: { id, name } }: { organization: Organization }) {
  const api = useApi();
  const moveOn = useMoveOn();
  const [isAsked, setAsked] = useState(false);
  return (
    <SettingsSection
      title="Delete"
      words="All of its monitors, journeys, results, variables, members and keys are gone at once, and for good."
    >
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          Delete organization
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Delete ${name} and all that it has?`}
        words="Nothing is watched any more, and nothing of it can be brought back."
        typed={name}
        action={{
          label: "Delete for good",
          busy: "Deleting …",
          async run() {
            await api.DELETE("/api/v1/organizations/{id}", { params: { path: { id } } });
            toast(`${name} is deleted.`);
            await moveOn();
          },
        }}
        onClose={() => setAsked(false)}
      />
    </SettingsSection>
  );
}
