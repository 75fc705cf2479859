import type { Run } from "@vedette/contract/runs/runs.ts";
import type { ReactNode } from "react";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { RunDuration } from "./run-facts.tsx";
import { TRIGGER_LABELS } from "./run-labels.ts";
import { RunStatusBadge } from "./run-status-badge.tsx";

type RunTableProps = {
  caption: string;
  runs: readonly Run[];
  /** Renders a link to the run. */
  link(run: Run, words: ReactNode): ReactNode;
  more?: { hasMore: boolean; isLoading: boolean; load(): void };
};

/** Runs of either kind, newest first. */
export function RunTable({ caption, runs, link, more }: RunTableProps) {
  const columns: readonly Column<Run>[] = [
    {
      id: "run",
      title: "Run",
      cell: (run) => (
        <div className="wrap-anywhere">
          {link(run, <TimeAgo at={run.started_at ?? run.queued_at} />)}
          {run.error && (
            <span className="block text-[0.8125rem] text-down">{sentenceOf(run.error.message)}</span>
          )}
        </div>
      ),
    },
    { id: "status", title: "Status", cell: (run) => <RunStatusBadge run={run} /> },
    {
      id: "steps",
      title: "Steps",
      isNumber: true,
      isWideOnly: true,
      cell: (run) => (run.steps_total === 0 ? "–" : `${run.steps_passed} of ${run.steps_total}`),
    },
    { id: "location", title: "Location", isWideOnly: true, cell: ({ location }) => location },
    { id: "trigger", title: "Started by", isWideOnly: true, cell: ({ trigger }) => TRIGGER_LABELS[trigger] },
    {
      id: "attempts",
      title: "Attempts",
      isNumber: true,
      isWideOnly: true,
      cell: ({ attempt }) => attempt,
    },
    { id: "duration", title: "Duration", isNumber: true, cell: (run) => <RunDuration run={run} /> },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={runs}
      idOf={({ id }) => id}
      {...(more !== undefined && { more })}
    />
  );
}
