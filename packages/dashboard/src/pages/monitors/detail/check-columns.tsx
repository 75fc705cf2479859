import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { Button } from "../../../components/button.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { absoluteTime, TimeAgo } from "../../../components/time-ago.tsx";
import { verdictText } from "../../../features/checks/check-outcome.tsx";
import { numberText, responseText } from "../../../format.ts";

/** One result, or consecutive equal ones. */
export type CheckRow = {
  id: string;
  rowId: string;
  results: readonly [CheckResult, ...CheckResult[]];
  isExpanded: boolean;
  /** Whether it is one of the results of the row above. */
  isPart: boolean;
};

type CheckColumnActions = { onOpen(result: CheckResult): void; onToggle(rowId: string): void };

export function checkColumns({ onOpen, onToggle }: CheckColumnActions): readonly Column<CheckRow>[] {
  return [
    {
      id: "result",
      title: "Result",
      cell: ({ results, isPart }) => (
        <div
          className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere ${isPart ? "pl-5" : ""}`}
        >
          <StatusBadge status={results[0].status} />
          {results.length > 1 && (
            <strong className="tabular-nums">
              <span aria-hidden="true">×</span>
              <span className="sr-only">repeated </span>
              {numberText(results.length)}
            </strong>
          )}
          {verdictText(results[0])}
        </div>
      ),
    },
    {
      id: "response",
      title: "Response",
      isNumber: true,
      isWideOnly: true,
      cell: ({ results }) => responseRange(results),
    },
    { id: "location", title: "Location", isWideOnly: true, cell: ({ results }) => locationsOf(results) },
    { id: "at", title: "Checked", isNumber: true, cell: ({ results }) => <CheckedAt results={results} /> },
    {
      id: "evidence",
      title: "Details",
      isTitleHidden: true,
      isNumber: true,
      cell: ({ results, rowId, isExpanded }) => (
        <div className="flex justify-end gap-1">
          {results.length > 1 && (
            <Button
              variant="quiet"
              aria-expanded={isExpanded}
              aria-label={`${isExpanded ? "Collapse" : "Show all"} ${results.length} checks until ${absoluteTime(results[0].checked_at)}`}
              onClick={() => onToggle(rowId)}
            >
              {isExpanded ? "Collapse" : "Show all"}
            </Button>
          )}
          <Button
            aria-label={`Details of the check of ${absoluteTime(results[0].checked_at)}`}
            onClick={() => onOpen(results[0])}
          >
            Details
          </Button>
        </div>
      ),
    },
  ];
}

function CheckedAt({ results }: { results: CheckRow["results"] }) {
  const first = results.at(-1);
  if (results.length === 1 || first === undefined) return <TimeAgo at={results[0].checked_at} />;
  return (
    <>
      <TimeAgo at={first.checked_at} /> – <TimeAgo at={results[0].checked_at} />
    </>
  );
}

function responseRange(results: CheckRow["results"]): string {
  const times = results.flatMap(({ response_time_ms: ms }) => (ms === null ? [] : [ms]));
  if (times.length === 0) return responseText(null);
  const [least, most] = [Math.min(...times), Math.max(...times)].map((ms) => responseText(ms));
  return least === most ? `${least}` : `${least} – ${most}`;
}

const LOCATIONS_SHOWN = 2;

function locationsOf(results: CheckRow["results"]): string {
  const locations = [...new Set(results.map(({ location }) => location))];
  if (locations.length <= LOCATIONS_SHOWN) return locations.join(", ");
  return `${locations.length} locations`;
}
