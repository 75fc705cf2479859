import { useQueryClient } from "@tanstack/react-query";
import type { Member } from "@vedette/contract/people/members.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

/** Not available for the signed-in person, who leaves on the organization page. */
export function RemoveMember({ member: { id, name, role, user_id } }: { member: Member }) {
  const api = useApi();
  const queries = useQueryClient();
  const { organization, person } = useSession();
  const { reaches } = useRole();
  if (!organization || user_id === person?.id || !reaches("admin") || !reaches(role)) return null;
  return (
    <ConfirmButton
      label={t("Remove")}
      longLabel={t("Remove {name}", { name })}
      title={t("Remove {name}?", { name })}
      description={t("{name} loses access to {organization}. Everything that {name} created is kept.", {
        name,
        organization: organization.name,
      })}
      action={{
        label: t("Remove"),
        busy: t("Removing …"),
        async run() {
          await api.DELETE("/api/v1/organizations/{id}/members/{member_id}", {
            params: { path: { id: organization.id, member_id: id } },
          });
          await queries.invalidateQueries({ queryKey: keys.all("members") });
          toast(t("{name} removed.", { name }));
        },
      }}
    />
  );
}
