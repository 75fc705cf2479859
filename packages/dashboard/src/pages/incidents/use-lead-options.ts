import { useSession } from "../../app/session.tsx";
import { useMembers } from "../settings/members/use-members.ts";

/** The members who can lead an incident, as options of a select. */
export function useLeadOptions(): { value: string; label: string }[] {
  const { organization } = useSession();
  const { items = [] } = useMembers(organization?.id);
  return items.map(({ user_id: value, name }) => ({ value, label: name }));
}
