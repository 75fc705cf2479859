import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { RunJob, RunProgress, RunReport, StepProgress } from "@vedette/contract/runs/run-job.ts";
import type { JobLine } from "./job-codec.ts";
import type { RunConsumer, RunnerPresence, StoppedTarget } from "./queue.ts";

/**
 * Extends a queue to another thread: `QueueServer` runs beside the queue, `LinkedQueue` is the queue as the
 * other thread sees it. Messages are JSON text: for records of this size it is faster than a structured
 * clone, and NATS carries the same.
 */
export type ToClient =
  | { op: "jobs"; location: string; forget: boolean; lines: JobLine[] }
  | { op: "runs"; consumer: string; jobs: readonly RunJob[] }
  | { op: "stops"; targets: readonly StoppedTarget[] }
  | { op: "events"; events: readonly LiveEvent[] }
  | { op: "runners"; runners: readonly RunnerPresence[] }
  | { op: "checkAnswer"; id: number; report: TestCheckReport | null }
  | { op: "runStep"; id: number; step: StepProgress }
  | { op: "runAnswer"; id: number; report: RunReport | null }
  | { op: "askRefused"; id: number };

export type ToServer =
  | { op: "take"; location: string; on: boolean; waitsForSlot?: boolean }
  | { op: "jobs"; location: string; jobs: readonly CheckJob[] }
  | { op: "reports"; reports: readonly (CheckReport | TestCheckReport)[] }
  | { op: "requestCheck"; id: number; location: string; job: CheckJob; withinMs: number }
  | { op: "requestRun"; id: number; location: string; job: RunJob; withinMs: number; wantsSteps: boolean }
  | { op: "takeRuns"; at: RunConsumer; on: boolean }
  | { op: "runs"; location: string; jobs: readonly RunJob[] }
  | { op: "runProgress"; progress: RunProgress }
  | { op: "runReports"; reports: readonly RunReport[] }
  | { op: "stops"; targets: readonly StoppedTarget[] }
  | { op: "followStops" }
  | { op: "events"; events: readonly LiveEvent[] }
  | { op: "announce"; runner: string; location: string; version?: string | undefined }
  | { op: "follow" }
  | { op: "watch"; orgId: string; on: boolean };

/** Names a taker of runs in the messages: one for each location and set of kinds. */
export function runConsumerName({ location, kinds }: RunConsumer): string {
  return `${location} ${kinds.join(",")}`;
}
