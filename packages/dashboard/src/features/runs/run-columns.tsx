import { Link } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { Column } from "../../components/table.tsx";
import { responseRangeText, sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import type { JoinedRow } from "../history/join-equal.ts";
import { ExpandButton, JoinedTimes, RepeatCount } from "../history/joined-cells.tsx";
import { RunDuration } from "./run-facts.tsx";
import { TRIGGER_LABELS } from "./run-labels.ts";
import { RunStatusBadge } from "./run-status-badge.tsx";
import type { RunNoun } from "./run-target.ts";

/** One run, or consecutive equal ones. */
type RunRow = JoinedRow<Run>;

type RunColumnOptions = { noun: RunNoun; id: string; onToggle(rowId: string): void };

/** The columns of a table of runs. */
export function runColumns({ noun, id, onToggle }: RunColumnOptions): readonly Column<RunRow>[] {
  return [
    {
      id: "run",
      title: t("Run"),
      width: "md:w-[32%]",
      cell: ({ items, isPart }) => (
        <div className={`wrap-anywhere ${isPart ? "ps-5" : ""}`}>
          <Link
            to={`/${noun}/$id/runs/$runId`}
            params={{ id, runId: items[0].id }}
            className="font-semibold hover:underline"
          >
            <JoinedTimes newest={startOf(items[0])} oldest={startOf(items.at(-1) ?? items[0])} />
            {items.length > 1 && (
              <span className="sr-only">
                {t(", the latest of {count} equal runs", { count: items.length })}
              </span>
            )}
          </Link>
          {items[0].error && (
            <span className="block text-[0.8125rem] text-down">{sentenceOf(items[0].error.message)}</span>
          )}
        </div>
      ),
    },
    ...COLUMNS,
    {
      id: "expand",
      title: t("Equal runs"),
      isTitleHidden: true,
      isNumber: true,
      cell: ({ items, rowId, isExpanded }) => (
        <ExpandButton
          count={items.length}
          noun="runs"
          newest={startOf(items[0])}
          isExpanded={isExpanded}
          onToggle={() => onToggle(rowId)}
        />
      ),
    },
  ];
}

const COLUMNS: readonly Column<RunRow>[] = [
  {
    id: "status",
    title: t("Status"),
    cell: ({ items }) => (
      <span className="flex items-center gap-2">
        <RunStatusBadge run={items[0]} />
        <RepeatCount count={items.length} />
      </span>
    ),
  },
  {
    id: "steps",
    title: t("Steps"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ items: [{ steps_total: total, steps_passed: passed }] }) =>
      total === 0 ? "–" : t("{passed} of {total}", { passed, total }),
  },
  { id: "location", title: t("Location"), isWideOnly: true, cell: ({ items: [{ location }] }) => location },
  {
    id: "trigger",
    title: t("Started by"),
    isWideOnly: true,
    cell: ({ items: [{ trigger }] }) => TRIGGER_LABELS[trigger],
  },
  {
    id: "attempts",
    title: t("Attempts"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ items: [{ attempt }] }) => attempt,
  },
  {
    id: "duration",
    title: t("Duration"),
    isNumber: true,
    cell: ({ items }) =>
      items.length === 1 ? (
        <RunDuration run={items[0]} />
      ) : (
        responseRangeText(items.map(({ duration_ms: ms }) => ms))
      ),
  },
];

function startOf({ started_at: startedAt, queued_at: queuedAt }: Run): string {
  return startedAt ?? queuedAt;
}
