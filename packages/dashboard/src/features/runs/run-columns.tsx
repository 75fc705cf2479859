import { Link } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { RunDuration } from "./run-facts.tsx";
import { TRIGGER_LABELS } from "./run-labels.ts";
import { RunStatusBadge } from "./run-status-badge.tsx";
import type { RunNoun } from "./run-target.ts";

/** The columns of a table of runs. */
export function runColumns(noun: RunNoun, id: string): readonly Column<Run>[] {
  const name: Column<Run> = {
    id: "run",
    title: "Run",
    cell: (run) => (
      <div className="wrap-anywhere">
        <Link
          to={`/${noun}/$id/runs/$runId`}
          params={{ id, runId: run.id }}
          className="font-semibold hover:underline"
        >
          <TimeAgo at={run.started_at ?? run.queued_at} />
        </Link>
        {run.error && (
          <span className="block text-[0.8125rem] text-down">{sentenceOf(run.error.message)}</span>
        )}
      </div>
    ),
  };
  return [name, ...COLUMNS];
}

const COLUMNS: readonly Column<Run>[] = [
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
  { id: "attempts", title: "Attempts", isNumber: true, isWideOnly: true, cell: ({ attempt }) => attempt },
  { id: "duration", title: "Duration", isNumber: true, cell: (run) => <RunDuration run={run} /> },
];
