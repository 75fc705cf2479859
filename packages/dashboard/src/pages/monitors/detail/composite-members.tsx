import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TargetLink } from "../../../features/targets/target-names.tsx";
import { t } from "../../../language/t.ts";

/** Further members are not listed. */
const SHOWN_MAX = 50;
/** Live events name targets, but not whose members they are. A changed status of the composite refetches at once. */
const REFETCH_MS = 30_000;
const WORST_FIRST = ["down", "degraded", "unknown", "maintenance", "pending", "up", "paused"] as const;
const NOT_UP = WORST_FIRST.slice(0, 3).join();

type Members = { targets: Target[]; isCut: boolean };

/** The members of a composite monitor, the worst first. */
export function CompositeMembers({ selector, changedAt }: { selector: Selector; changedAt: string }) {
  const api = useApi();
  const text = JSON.stringify(selector);
  const { data, error } = useQuery({
    queryKey: keys.list("targets", "members", text, changedAt),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Members> => {
      const read = (status?: string) => {
        const query = { selector: text, sort: "name" as const, limit: SHOWN_MAX, status };
        return pageOf(api.GET("/api/v1/targets", { params: { query }, signal }));
      };
      // Separately, so that they are listed however many there are.
      const [notUp, first] = await Promise.all([read(NOT_UP), read()]);
      return { targets: [...notUp.items, ...first.items], isCut: first.nextCursor !== null };
    },
    refetchInterval: REFETCH_MS,
  });
  const members = [...new Map((data?.targets ?? []).map((target) => [target.id, target])).values()]
    .filter(({ type }) => type !== "composite")
    .sort(byStatus);
  return (
    <section className="card grid gap-3 p-4" aria-label={t("Members")}>
      <h2>{t("Members")}</h2>
      {data === undefined && <LoadState data={data} error={error} />}
      {data !== undefined && members.length === 0 && <p>{t("No target is selected.")}</p>}
      <ul className="grid gap-2">
        {members.slice(0, SHOWN_MAX).map(({ id, kind, name, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <StatusBadge status={status} />
            <TargetLink target={{ type: kind, id }} name={name} />
          </li>
        ))}
      </ul>
      {data?.isCut && <p className="text-soft">{t("Further members are not shown.")}</p>}
    </section>
  );
}

function byStatus(a: Target, b: Target): number {
  return WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status);
}
