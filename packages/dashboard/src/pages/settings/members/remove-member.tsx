import { useQueryClient } from "@tanstack/react-query";
import type { Member } from "@vedette/contract/people/members.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";

/** Not available for the signed-in person, who leaves on the organization page. */
export function RemoveMember({ member: { id, name, role, user_id } }: { member: Member }) {
  const api = useApi();
  const queries = useQueryClient();
  const { organization, person } = useSession();
  const { reaches } = useRole();
  if (!organization || user_id === person?.id || !reaches("admin") || !reaches(role)) return null;
  return (
    <ConfirmButton
      label="Remove"
      longLabel={`Remove ${name}`}
      title={`Remove ${name}?`}
      description={`${name} loses access to ${organization.name}. Everything that ${name} created is kept.`}
      action={{
        label: "Remove",
        busy: "Removing …",
        async run() {
          await api.DELETE("/api/v1/organizations/{id}/members/{member_id}", {
            params: { path: { id: organization.id, member_id: id } },
          });
          await queries.invalidateQueries({ queryKey: keys.all("members") });
          toast(`${name} removed.`);
        },
      }}
    />
  );
}
