import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import type { ReactNode } from "react";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TagList } from "../../components/tag-list.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { SnoozeBadge } from "../snooze/snooze-badge.tsx";
import { PausedByPlan } from "./paused-by-plan.tsx";
import { Selectable } from "./selectable.tsx";
import type { TargetNoun } from "./target-operations.ts";
import type { Selection } from "./use-selection.ts";

/** The fields that the lists of all kinds show. */
type TargetFields = Pick<
  Target,
  "id" | "name" | "tags" | "status" | "status_since" | "paused_reason" | "snooze"
>;

export type TargetColumns<Row> = {
  noun: TargetNoun;
  title: string;
  /** The value of `sort` for the order by name, if the list can be sorted. */
  sort?: string;
  /** Shown below the name, such as an address. */
  line(row: Row): ReactNode;
  /** Shown below the tags. */
  footer?(row: Row): ReactNode;
  /** The columns that only this kind has. */
  own: readonly Column<Row>[];
  /** The button that starts a check or run. */
  action(row: Row): ReactNode;
};

/** Returns the columns of a list of targets of one kind. `chosen` is null if the user cannot change anything. */
export function targetColumns<Row extends TargetFields>(
  { noun, title, sort, line, footer, own, action }: TargetColumns<Row>,
  chosen: Selection | null,
): readonly Column<Row>[] {
  const name: Column<Row> = {
    id: "name",
    title,
    ...(sort !== undefined && { sort }),
    cell: (row) => (
      <Selectable chosen={chosen} id={row.id} name={row.name}>
        <div className="min-w-0 wrap-anywhere">
          <Link to={`/${noun}/$id`} params={{ id: row.id }} className="font-semibold hover:underline">
            {row.name}
          </Link>
          <span className="block text-[0.8125rem] text-soft">{line(row)}</span>
          <TagList tags={row.tags} />
          {footer?.(row)}
        </div>
      </Selectable>
    ),
  };
  const actions: Column<Row> = {
    id: "actions",
    title: "Actions",
    isTitleHidden: true,
    isNumber: true,
    cell: action,
  };
  return [name, STATUS, ...own, ...(chosen === null ? [] : [actions])];
}

const STATUS: Column<Pick<Target, "status" | "status_since" | "paused_reason" | "snooze">> = {
  id: "status",
  title: "Status",
  cell: ({ status, status_since: since, paused_reason: reason, snooze }) => (
    <span className="inline-grid justify-items-start gap-0.5">
      <StatusBadge status={status} />
      <span className="pl-2 text-[0.8125rem] text-soft tabular-nums">
        <Duration from={since} />
      </span>
      <PausedByPlan reason={reason} />
      <SnoozeBadge snooze={snooze} />
    </span>
  ),
};
