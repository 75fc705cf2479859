import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ChoiceFilter } from "../../../components/list-filter.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { StatusBadge, statusWord } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { absoluteTime, TimeAgo } from "../../../components/time-ago.tsx";
import { verdictText } from "../../../features/checks/check-outcome.tsx";
import { withParam } from "../../../features/targets/target-search.ts";
import { responseText } from "../../../format.ts";
import { type MonitorSearch, RESULT_STATUSES } from "../list/monitor-search.ts";

type CheckListProps = {
  monitor: Monitor;
  search: MonitorSearch;
  onSearch(search: MonitorSearch): void;
  onOpen(result: CheckResult): void;
};

const PAGE_LIMIT = 20;

/** All stored checks, newest first. */
export function CheckList({ monitor: { id }, search, onSearch, onOpen }: CheckListProps) {
  const { status, location } = search;
  const api = useApi();
  const { items, error, more } = usePages<CheckResult>({
    queryKey: keys.detail("monitors", id, "results", status ?? "", location ?? ""),
    read: ({ signal, ...page }) => {
      const query = { limit: PAGE_LIMIT, ...(status && { status }), ...(location && { location }), ...page };
      return pageOf(api.GET("/api/v1/monitors/{id}/results", { params: { path: { id }, query }, signal }));
    },
  });
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Checks</h2>
        <ChoiceFilter
          label="Result"
          all="All results"
          options={RESULT_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
          chosen={status ?? null}
          onChoose={(chosen) => onSearch(withParam(search, "status", chosen))}
        />
      </div>
      <ListTable
        caption="Checks, newest first"
        columns={columnsOf(onOpen)}
        rows={items}
        error={error}
        empty="No matching checks."
        more={more}
      />
    </section>
  );
}

function columnsOf(onOpen: (result: CheckResult) => void): readonly Column<CheckResult>[] {
  return [
    {
      id: "result",
      title: "Result",
      cell: (result) => (
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
          <StatusBadge status={result.status} />
          {verdictText(result)}
        </div>
      ),
    },
    {
      id: "response",
      title: "Response",
      isNumber: true,
      isWideOnly: true,
      cell: ({ response_time_ms: ms }) => responseText(ms),
    },
    { id: "location", title: "Location", isWideOnly: true, cell: ({ location }) => location },
    { id: "at", title: "Checked", isNumber: true, cell: ({ checked_at: at }) => <TimeAgo at={at} /> },
    {
      id: "evidence",
      title: "Details",
      isTitleHidden: true,
      isNumber: true,
      cell: (result) => (
        <Button
          variant="quiet"
          aria-label={`Details of the check of ${absoluteTime(result.checked_at)}`}
          onClick={() => onOpen(result)}
        >
          Details
        </Button>
      ),
    },
  ];
}
