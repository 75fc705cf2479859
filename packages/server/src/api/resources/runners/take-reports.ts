import type { CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import { moveCheckInstants, moveRunInstants } from "@vedette/contract/runners/report-instants.ts";
import type { RunnerReceipt, RunnerReports } from "@vedette/contract/runners/runner-protocol.ts";
import type { RunOutcome, RunReport, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Holder, Tickets } from "../../../engine/gateway/tickets.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { assertProtocol, holderOf, type RunnerContext } from "./service.ts";

/**
 * Accepts reports of runners at private locations. Each report must carry the ticket of work that was
 * assigned to the same key. Accepted reports are processed like all others, so duplicates have no effect; late ones
 * replace missed slots.
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
    ctx.log.warn("runner.reports_rejected", {
      key_id: keyId,
      location,
      runner: reports.runner,
      rejected: refused,
    });
  }
  return { accepted, refused };
}

type Intake = { holder: Holder; tickets: Tickets; runner: string; nowMs: number };

function checkReport(
  { ticket, outcome, evidence }: RunnerReports["checks"][number],
  { holder, tickets, runner, nowMs }: Intake,
): CheckReport | TestCheckReport | null {
  const assigned = tickets.readCheck(holder, ticket, nowMs);
  if (assigned === null) return null;
  const clamped = outcome && moveCheckInstants(outcome, clampTo(assigned.handedAtMs, nowMs));
  const reported = { ...assigned.named, mayBeLate: true as const, runner, outcome: clamped };
  // Facts belong to test checks only; on another report they are dropped.
  return reported.trigger === "test" && evidence !== undefined ? { ...reported, evidence } : reported;
}

function runReport(
  report: RunnerReports["runs"][number],
  { holder, tickets, runner, nowMs }: Intake,
): RunReport | null {
  const assigned = tickets.readRun(holder, report.ticket, nowMs);
  if (assigned === null) return null;
  const named = { ...assigned.named, runner };
  const move = clampTo(assigned.handedAtMs, nowMs);
  if (report.event === "started") return { ...named, event: "started", atMs: move(report.at_ms) };
  if (report.event === "unstarted") return { ...named, event: "unstarted" };
  const outcome = withKeys(report.outcome, (ref) => {
    const file = tickets.readFile(holder, ref);
    return file?.runId === named.runId ? file.storeKey : null;
  });
  return outcome && { ...named, event: "finished", outcome: moveRunInstants(outcome, move) };
}

/** Clamps instants to the time between assignment and now, because the runner's clock may be wrong. */
function clampTo(fromMs: number, toMs: number): (atMs: number) => number {
  return (atMs) => Math.min(Math.max(atMs, fromMs), toMs);
}

/**
 * Returns null if the outcome references a file that this runner neither uploaded for nor received with the
 * run.
 */
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
