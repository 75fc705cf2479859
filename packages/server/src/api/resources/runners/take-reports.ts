import type { CheckReport, TrialReport } from "@vedette/contract/checks/check-run.ts";
import { moveCheckInstants, moveRunInstants } from "@vedette/contract/runners/report-instants.ts";
import type { RunnerReceipt, RunnerReports } from "@vedette/contract/runners/runner-protocol.ts";
import type { RunOutcome, RunReport, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Holder, Tickets } from "../../../engine/gateway/tickets.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { assertProtocol, holderOf, type RunnerContext } from "./service.ts";

/**
 * Reports of runners at private locations: each must show the ticket with which its work was handed out with the
 * same key. What is left goes the way of all reports, where one that is late or comes again changes nothing.
 */
export function takeReports(
  ctx: RunnerContext & { log: Logger },
  { reports, queue, tickets }: { reports: RunnerReports; queue: Queue; tickets: Tickets },
): RunnerReceipt {
  assertProtocol(ctx);
  const holder = holderOf(ctx);
  const intake = { holder, tickets, runner: reports.runner, nowMs: ctx.clock.now() };
  const checks = reports.checks.flatMap((report) => checkReport(report, intake) ?? []);
  const runs = reports.runs.flatMap((report) => runReport(report, intake) ?? []);
  if (checks.length > 0) queue.publishReports(checks);
  if (runs.length > 0) queue.publishRunReports(runs);
  const accepted = checks.length + runs.length;
  const refused = reports.checks.length + reports.runs.length - accepted;
  if (refused > 0) {
    const { keyId, location } = holder;
    ctx.log.warn("runner.reports_refused", { key_id: keyId, location, runner: reports.runner, refused });
  }
  return { accepted, refused };
}

type Intake = { holder: Holder; tickets: Tickets; runner: string; nowMs: number };

function checkReport(
  { ticket, outcome }: RunnerReports["checks"][number],
  { holder, tickets, runner, nowMs }: Intake,
): CheckReport | TrialReport | null {
  const handed = tickets.readCheck(holder, ticket, nowMs);
  if (handed === null) return null;
  const believed = outcome && moveCheckInstants(outcome, within(handed.handedAtMs, nowMs));
  return { ...handed.named, runner, outcome: believed };
}

function runReport(
  told: RunnerReports["runs"][number],
  { holder, tickets, runner, nowMs }: Intake,
): RunReport | null {
  const handed = tickets.readRun(holder, told.ticket, nowMs);
  if (handed === null) return null;
  const named = { ...handed.named, runner };
  const move = within(handed.handedAtMs, nowMs);
  if (told.event === "started") return { ...named, event: "started", atMs: move(told.at_ms) };
  if (told.event === "unstarted") return { ...named, event: "unstarted" };
  const outcome = withKeys(told.outcome, (ref) => {
    const file = tickets.readFile(holder, ref);
    return file?.runId === named.runId ? file.storeKey : null;
  });
  return outcome && { ...named, event: "finished", outcome: moveRunInstants(outcome, move) };
}

/** Nothing was found before it was handed out, or is found in the future, whatever the runner's clock says. */
function within(fromMs: number, toMs: number): (atMs: number) => number {
  return (atMs) => Math.min(Math.max(atMs, fromMs), toMs);
}

/** Null where it names a file that this runner neither handed in for the run nor was handed with it. */
function withKeys(outcome: RunOutcome, keyOf: (ref: string) => string | null): RunOutcome | null {
  let isForged = false;
  const toKey = (ref: string): string => {
    const key = keyOf(ref);
    if (key === null) isForged = true;
    return key ?? "";
  };
  const known = {
    ...outcome,
    steps: outcome.steps.map((step) => stepWithKeys(step, toKey)),
    ...(outcome.artifacts && {
      artifacts: outcome.artifacts.map((artifact) => ({ ...artifact, key: toKey(artifact.key) })),
    }),
  };
  return isForged ? null : known;
}

function stepWithKeys(step: StepOutcome, toKey: (ref: string) => string): StepOutcome {
  const { screenshot, visualDiff } = step;
  return {
    ...step,
    ...(screenshot !== undefined && { screenshot: toKey(screenshot) }),
    ...(visualDiff && {
      visualDiff: {
        ...visualDiff,
        baseline: toKey(visualDiff.baseline),
        actual: toKey(visualDiff.actual),
        diff: visualDiff.diff === null ? null : toKey(visualDiff.diff),
      },
    }),
  };
}
