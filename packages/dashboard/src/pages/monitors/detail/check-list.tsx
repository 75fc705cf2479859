import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { useMemo } from "react";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useApi } from "../../../app/session.tsx";
import { ChoiceFilter } from "../../../components/list-filter.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { statusWord } from "../../../components/status-badge.tsx";
import { joinedRows } from "../../../features/history/join-equal.ts";
import { useExpanded } from "../../../features/history/use-expanded.ts";
import { withParam } from "../../../features/targets/with-param.ts";
import { t } from "../../../language/t.ts";
import { type MonitorSearch, RESULT_STATUSES } from "../list/monitor-search.ts";
import { checkColumns } from "./check-columns.tsx";
import { joinResults } from "./join-results.ts";

type CheckListProps = {
  monitor: Monitor;
  search: MonitorSearch;
  onSearch(search: MonitorSearch): void;
  onOpen(result: CheckResult): void;
};

/** Equal results are one row, so that a page covers hours. */
const PAGE_LIMIT = 100;
/** Columns that are empty or the same for checks that no runner makes. */
const OF_RUNNERS = ["response", "location"];

/** All stored checks, newest first. Consecutive equal results are one row, which can be expanded. */
export function CheckList({ monitor: { id, type }, search, onSearch, onOpen }: CheckListProps) {
  const { status, location } = search;
  const api = useApi();
  const { expanded, toggle } = useExpanded();
  const { items, error, more } = usePages<CheckResult>({
    queryKey: keys.detail("monitors", id, "results", status ?? "", location ?? ""),
    read: ({ signal, ...page }) => {
      const query = { limit: PAGE_LIMIT, ...(status && { status }), ...(location && { location }), ...page };
      return pageOf(api.GET("/api/v1/monitors/{id}/results", { params: { path: { id }, query }, signal }));
    },
  });
  const rows = useMemo(() => items && joinedRows(joinResults(items), expanded), [items, expanded]);
  return (
    <section className="grid gap-3" aria-label={t("Checks")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{t("Checks")}</h2>
        <ChoiceFilter
          label={t("Result")}
          all={t("All results")}
          options={RESULT_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
          chosen={status ?? null}
          onChoose={(chosen) => onSearch(withParam(search, "status", chosen))}
        />
      </div>
      <ListTable
        caption={t("Checks, newest first")}
        columns={checkColumns({ onOpen, onToggle: toggle }).filter(
          (column) => !isComputed(type) || !OF_RUNNERS.includes(column.id),
        )}
        rows={rows}
        error={error}
        empty={t("No matching checks.")}
        more={more}
      />
    </section>
  );
}
