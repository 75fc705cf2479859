import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
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
        title={t("Leave organization")}
        description={t(
          "You are the only owner. Make another member an owner first, or delete the organization.",
        )}
      />
    );
  }
  return (
    <SettingsSection
      title={t("Leave organization")}
      description={t("You lose access until you are invited again.")}
    >
      <div>
        <ConfirmButton
          label={t("Leave organization")}
          variant="danger"
          title={t("Leave {name}?", { name })}
          description={t("Its monitors keep running.")}
          action={{
            label: t("Leave"),
            busy: t("Leaving …"),
            async run() {
              await api.POST("/api/v1/organizations/{id}/leave", { params: { path: { id } } });
              toast(t("You left {name}.", { name }));
              await moveOn();
            },
          }}
        />
      </div>
    </SettingsSection>
  );
}
