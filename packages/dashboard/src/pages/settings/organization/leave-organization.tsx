import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { useMembers } from "../members/use-members.ts";
import { SettingsSection } from "../settings-section.tsx";
import { useMoveOn } from "./use-move-on.ts";

/** Not available for the only owner: the server rejects it. */
export function LeaveOrganization({ organization: { id, name, role } }: { organization: Organization }) {
  const api = useApi();
  const moveOn = useMoveOn();
  const { items, more } = useMembers(id);
  const owners = items?.filter((member) => member.role === "owner") ?? [];
  if (role === "owner" && owners.length === 1 && !more.hasMore) {
    return (
      <SettingsSection
        title="Leave organization"
        description="You are the only owner. Make another member an owner first, or delete the organization."
      />
    );
  }
  return (
    <SettingsSection title="Leave organization" description="You lose access until you are invited again.">
      <div>
        <ConfirmButton
          label="Leave organization"
          variant="danger"
          title={`Leave ${name}?`}
          description="Its monitors keep running."
          action={{
            label: "Leave",
            busy: "Leaving …",
            async run() {
              await api.POST("/api/v1/organizations/{id}/leave", { params: { path: { id } } });
              toast(`You left ${name}.`);
              await moveOn();
            },
          }}
        />
      </div>
    </SettingsSection>
  );
}
