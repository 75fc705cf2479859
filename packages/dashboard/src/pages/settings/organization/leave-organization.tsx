import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useState } from "react";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { toast } from "../../../components/toast.tsx";
import { useMembers } from "../members/use-members.ts";
import { SettingsSection } from "../settings-section.tsx";
import { useMoveOn } from "./use-move-on.ts";

/** For everybody but its only owner, whom the server would refuse. */
export function LeaveOrganization({ organization: { id, name, role } }: { organization: Organization }) {
  const api = useApi();
  const moveOn = useMoveOn();
  const [isAsked, setAsked] = useState(false);
  const { items, more } = useMembers(id);
  const owners = items?.filter((member) => member.role === "owner") ?? [];
  if (role === "owner" && owners.length === 1 && !more.hasMore) {
    return (
      <SettingsSection
        title="Leave"
        words="You are its only owner. Make another member owner first, or delete the organization."
      />
    );
  }
  return (
    <SettingsSection title="Leave" words="You see nothing of it any more, until somebody invites you again.">
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          Leave organization
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Leave ${name}?`}
        words="Its monitors go on without you."
        action={{
          label: "Leave",
          busy: "Leaving …",
          async run() {
            await api.POST("/api/v1/organizations/{id}/leave", { params: { path: { id } } });
            toast(`You have left ${name}.`);
            await moveOn();
          },
        }}
        onClose={() => setAsked(false)}
      />
    </SettingsSection>
  );
}
