import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { type NamedTarget, TargetLink, useTargets } from "../../../features/targets/target-names.tsx";

const NAMES_STALE_AFTER_MS = 60_000;

/** Links to the parents of a monitor, by name. Their IDs do not contain their kind. */
export function ParentLinks({ ids }: { ids: readonly string[] }) {
  const api = useApi();
  const { data: monitors } = useQuery({
    queryKey: keys.other("targets", "monitors", ids),
    queryFn: async ({ signal }) => {
      const { items } = await pageOf(
        api.GET("/api/v1/monitors", { params: { query: { ids: ids.join(",") } }, signal }),
      );
      return items.map(({ id, name }): NamedTarget => ({ type: "monitor", id, name }));
    },
    staleTime: NAMES_STALE_AFTER_MS,
  });
  const { targets } = useTargets(["api_monitor", "journey"]);
  const known = new Map([...(monitors ?? []), ...targets].map((target) => [target.id, target]));
  return (
    <ul>
      {ids.map((id) => {
        const target = known.get(id);
        return <li key={id}>{target ? <TargetLink target={target} name={target.name} /> : id}</li>;
      })}
    </ul>
  );
}
