import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import type { TableSection } from "../../components/table-section.ts";
import { Duration } from "../../components/time-ago.tsx";
import { TARGET_KIND_LABELS, targetPath } from "../../features/alerts/alert-labels.ts";
import { SnoozeBadge } from "../../features/snooze/snooze-badge.tsx";
import { FailureReason } from "../../features/targets/failure-reason.tsx";
import { responseText } from "../../format.ts";

type OverviewTargetTableProps = {
  targets: readonly Target[];
  sections: readonly TableSection<Target>[];
};

/** All targets of every kind, by group. */
export function OverviewTargetTable({ targets, sections }: OverviewTargetTableProps) {
  return (
    <Table
      caption="Targets by group"
      columns={COLUMNS}
      rows={targets}
      sections={sections}
      idOf={({ id }) => id}
    />
  );
}

const COLUMNS: readonly Column<Target>[] = [
  {
    id: "name",
    title: "Name",
    cell: (target) => (
      <div className="wrap-anywhere">
        <Link
          to={targetPath({ type: target.kind, id: target.id })}
          className="font-semibold underline-offset-2 hover:underline"
        >
          {target.name}
        </Link>
        <span className="ml-2 text-[0.8125rem] text-soft">{TARGET_KIND_LABELS[target.kind]}</span>
        <FailureReason target={target} />
      </div>
    ),
  },
  {
    id: "status",
    title: "Status",
    cell: ({ status, status_since, snooze }) => (
      <>
        <StatusBadge status={status} /> for <Duration from={status_since} /> <SnoozeBadge snooze={snooze} />
      </>
    ),
  },
  {
    id: "response",
    title: "Response",
    isNumber: true,
    isWideOnly: true,
    cell: ({ last_duration_ms: ms }) => responseText(ms),
  },
];
