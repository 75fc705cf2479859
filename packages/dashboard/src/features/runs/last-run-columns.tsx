import { Link } from "@tanstack/react-router";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { responseText } from "../../format.ts";
import { runBadge } from "./run-labels.ts";
import type { RunNoun } from "./run-target.ts";

type LastRun = Pick<Run, "id" | "status" | "duration_ms"> & { finished_at: string };

/** The result of the last run of each target in a list, with a link to it, and its duration. */
export function lastRunColumns(noun: RunNoun): Column<{ id: string; last_run: LastRun | null }>[] {
  return [
    {
      id: "last",
      title: "Last run",
      cell: ({ id, last_run: run }) =>
        run === null ? (
          <span className="text-soft">No runs yet</span>
        ) : (
          <Link
            to={`/${noun}/$id/runs/$runId`}
            params={{ id, runId: run.id }}
            className="text-accent hover:underline"
          >
            {runBadge({ status: run.status, started_at: run.finished_at }).word}{" "}
            <TimeAgo at={run.finished_at} />
          </Link>
        ),
    },
    {
      id: "duration",
      title: "Duration",
      isNumber: true,
      isWideOnly: true,
      cell: ({ last_run: run }) => responseText(run?.duration_ms ?? null),
    },
  ];
}
