import { dataOf } from "../../../api/client.ts";
import { useSession } from "../../../app/session.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

/** Returns what creates an organization in the time zone of the browser and switches to it. The creator owns it. */
export function useCreateOrganization(): (name: string) => Promise<void> {
  const { api, switchOrganization } = useSession();
  return async (name) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const body = { name, settings: { timezone: timeZone } };
    const created = await dataOf(api.POST("/api/v1/organizations", { body }));
    toast(t("{name} created. You are now in this organization.", { name: created.name }));
    switchOrganization(created.id);
  };
}
