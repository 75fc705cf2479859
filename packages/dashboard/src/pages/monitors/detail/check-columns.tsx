import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { Button } from "../../../components/button.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { verdictText } from "../../../features/checks/check-outcome.tsx";
import { respondedMs } from "../../../features/checks/responded-ms.ts";
import type { JoinedRow } from "../../../features/history/join-equal.ts";
import { ExpandButton, JoinedTimes, RepeatCount } from "../../../features/history/joined-cells.tsx";
import { responseRangeText } from "../../../format.ts";
import { t } from "../../../language/t.ts";

/** One result, or consecutive equal ones. */
type CheckRow = JoinedRow<CheckResult>;

type CheckColumnActions = { onOpen(result: CheckResult): void; onToggle(rowId: string): void };

export function checkColumns({ onOpen, onToggle }: CheckColumnActions): readonly Column<CheckRow>[] {
  return [
    {
      id: "result",
      title: t("Result"),
      width: "md:w-[45%]",
      cell: ({ items, isPart }) => (
        <div
          className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere ${isPart ? "ps-5" : ""}`}
        >
          <StatusBadge status={items[0].status} />
          <RepeatCount count={items.length} />
          {verdictText(items[0])}
        </div>
      ),
    },
    {
      id: "response",
      title: t("Response"),
      isNumber: true,
      isWideOnly: true,
      cell: ({ items }) => responseRangeText(items.map(respondedMs)),
    },
    { id: "location", title: t("Location"), isWideOnly: true, cell: ({ items }) => locationsOf(items) },
    {
      id: "at",
      title: t("Checked"),
      isNumber: true,
      cell: ({ items }) => (
        <JoinedTimes newest={items[0].checked_at} oldest={(items.at(-1) ?? items[0]).checked_at} />
      ),
    },
    {
      id: "evidence",
      title: t("Details"),
      isTitleHidden: true,
      isNumber: true,
      cell: ({ items, rowId, isExpanded }) => (
        <div className="flex justify-end gap-1">
          <ExpandButton
            count={items.length}
            noun="checks"
            newest={items[0].checked_at}
            isExpanded={isExpanded}
            onToggle={() => onToggle(rowId)}
          />
          <Button
            aria-label={t("Details of the check of {absoluteTime}", {
              absoluteTime: absoluteTime(items[0].checked_at),
            })}
            onClick={() => onOpen(items[0])}
          >
            {t("Details")}
          </Button>
        </div>
      ),
    },
  ];
}

const LOCATIONS_SHOWN = 2;

function locationsOf(results: CheckRow["items"]): string {
  const locations = [...new Set(results.map(({ location }) => location))];
  if (locations.length <= LOCATIONS_SHOWN) return locations.join(", ");
  return t("{length} locations", { length: locations.length });
}
