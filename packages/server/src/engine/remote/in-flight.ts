import { longestCheckMs } from "@vedette/contract/checks/check-duration.ts";
import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import { RUN_KINDS, type RunJob, type RunKind, type RunReport } from "@vedette/contract/runs/run-job.ts";
import type { FileNames } from "./run-files.ts";

/** The work that this machine has received and not reported yet, with its tickets. */
export type InFlight = {
  addCheck(job: CheckJob, ticket: string): void;
  addRun(job: RunJob, entry: { ticket: string; names: FileNames }): void;
  /** Returns null if the work was not handed out or has been reported. */
  endCheck(report: CheckReport | TestCheckReport): string | null;
  findRun(report: RunReport): HandedRun | null;
  endRun(report: RunReport): HandedRun | null;
  count(kind: "checks" | RunKind): number;
  /** Removes work that cannot be reported any more because its thread has died. */
  prune(nowMs: number): void;
};

export type HandedRun = { ticket: string; kind: RunKind; names: FileNames; lostAtMs: number };

/** Beyond all timeouts; by then the server treats the work as lost. */
const LOST_AFTER_MS = 120_000;

export function createInFlight(): InFlight {
  const checks = new Map<string, { ticket: string; lostAtMs: number }>();
  const runs = new Map<string, HandedRun>();

  function takeFrom<T>(map: Map<string, T>, name: string): T | null {
    const found = map.get(name) ?? null;
    map.delete(name);
    return found;
  }

  return {
    addCheck(job, ticket) {
      const lostAtMs = job.startByMs + longestCheckMs(job.spec) + LOST_AFTER_MS;
      checks.set(nameOfCheck(job), { ticket, lostAtMs });
    },
    addRun(job, entry) {
      const { kind, timeoutMs } = job.spec;
      runs.set(nameOfRun(job), { ...entry, kind, lostAtMs: job.startByMs + timeoutMs + LOST_AFTER_MS });
    },
    endCheck: (report) => takeFrom(checks, nameOfCheck(report))?.ticket ?? null,
    findRun: (report) => runs.get(nameOfRun(report)) ?? null,
    endRun: (report) => takeFrom(runs, nameOfRun(report)),
    count(kind) {
      if (kind === "checks") return checks.size;
      return [...runs.values()].filter((run) => run.kind === kind).length;
    },
    prune(nowMs) {
      for (const [name, { lostAtMs }] of checks) if (lostAtMs < nowMs) checks.delete(name);
      for (const [name, { lostAtMs }] of runs) if (lostAtMs < nowMs) runs.delete(name);
    },
  };
}

export const HANDED_KINDS = ["checks", ...RUN_KINDS] as const;

function nameOfCheck({
  seriesKey,
  slotMs,
  trigger,
  retry,
}: Pick<CheckJob, "seriesKey" | "slotMs" | "trigger" | "retry">): string {
  return `${seriesKey} ${slotMs} ${trigger} ${retry ?? 0}`;
}

function nameOfRun({ runId, attempt, lease }: Pick<RunJob, "runId" | "attempt" | "lease">): string {
  return `${runId} ${attempt} ${lease}`;
}
