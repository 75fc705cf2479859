import { useRole } from "../../app/role.ts";
import { useSession } from "../../app/session.tsx";
import { useLocations } from "../../features/targets/fields/use-locations.ts";
import { useChannels, useRules } from "../alerts/use-lists.ts";
import { useMembers } from "../settings/members/use-members.ts";

/**
 * Whether everything is read that the notices and the checklist above the status are made of. It is read together with
 * the targets: a notice that appears later moves the whole page.
 */
export function useNoticesReady(): boolean {
  const { organization } = useSession();
  // Only administrators see the checklist, which counts members.
  const isCounted = useRole().reaches("admin") && organization !== null;
  const members = useMembers(isCounted ? organization.id : undefined);
  const lists = [useRules(), useChannels(), useLocations()];
  return (
    lists.every(({ isPending }) => !isPending) && (!isCounted || Boolean(members.items ?? members.error))
  );
}
