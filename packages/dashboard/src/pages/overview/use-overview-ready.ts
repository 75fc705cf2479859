import { useIsFetching } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useSession } from "../../app/session.tsx";
import { useLocations } from "../../features/targets/fields/use-locations.ts";
import { useOpenAlerts } from "../alerts/use-alerts.ts";
import { useChannels, useRules } from "../alerts/use-lists.ts";
import { useMembers } from "../settings/members/use-members.ts";

/**
 * Whether everything is read that decides about the height of the notices, of what is wrong now and of the checklist. It is
 * read together with the summary: what appears later moves the rest of the page.
 */
export function useOverviewReady(): boolean {
  const { organization } = useSession();
  // Without the role it is not known whether the checklist is shown.
  const isRoleLoading = useIsFetching({ queryKey: keys.list("organizations") }) > 0 && organization === null;
  // Only administrators see the checklist, which counts members.
  const isCounted = useRole().reaches("admin") && organization !== null;
  const members = useMembers(isCounted ? organization.id : undefined);
  const lists = [useRules(), useChannels(), useLocations()];
  const alerts = useOpenAlerts({});
  return (
    !isRoleLoading &&
    lists.every(({ isPending }) => !isPending) &&
    Boolean(alerts.data ?? alerts.error) &&
    (!isCounted || Boolean(members.items ?? members.error))
  );
}
