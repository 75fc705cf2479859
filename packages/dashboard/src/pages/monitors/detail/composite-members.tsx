import { useQuery } from "@tanstack/react-query";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TargetLink } from "../../../features/targets/target-names.tsx";

/** Further members are counted only. */
const SHOWN_MAX = 50;
/** Live events name targets, but not whose members they are. */
const REFETCH_MS = 30_000;
const WORST_FIRST = ["down", "degraded", "unknown", "maintenance", "pending", "up", "paused"];

/** The members of a composite monitor, the worst first. */
export function CompositeMembers({ selector }: { selector: Selector }) {
  const api = useApi();
  const text = JSON.stringify(selector);
  const { data, error } = useQuery({
    queryKey: keys.list("targets", "members", text),
    queryFn: ({ signal }) => {
      const query = { selector: text, sort: "name" as const, limit: 200 };
      return pageOf(api.GET("/api/v1/targets", { params: { query }, signal }));
    },
    refetchInterval: REFETCH_MS,
  });
  const members = (data?.items ?? []).filter(({ type }) => type !== "composite").sort(byStatus);
  return (
    <section className="card grid gap-3 p-4">
      <h2>Members</h2>
      {data === undefined && <LoadState data={data} error={error} />}
      {data !== undefined && members.length === 0 && <p>No target is selected.</p>}
      <ul className="grid gap-2">
        {members.slice(0, SHOWN_MAX).map(({ id, kind, name, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <StatusBadge status={status} />
            <TargetLink target={{ type: kind, id }} name={name} />
          </li>
        ))}
      </ul>
      {members.length > SHOWN_MAX && (
        <p className="text-soft">
          And {members.length - SHOWN_MAX}
          {data?.nextCursor ? " or more" : ""} others.
        </p>
      )}
    </section>
  );
}

function byStatus(a: Target, b: Target): number {
  return WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status);
}
