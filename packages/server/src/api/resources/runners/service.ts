import type { OrgId } from "@vedette/contract/common/ids.ts";
import {
  RUNNER_PROTOCOL,
  RUNNER_PROTOCOL_HEADER,
  type RunnerPoll,
  type RunnerWork,
} from "@vedette/contract/runners/runner-protocol.ts";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import type { Gateway } from "../../../engine/gateway/gateway.ts";
import type { Holder, Tickets } from "../../../engine/gateway/tickets.ts";
import { privateWorkQueue } from "../../../engine/locations/work-queue.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";

/**
 * Assigns work to runners at private locations. A key gets work of its own organization at its own location.
 * Each item carries a ticket, and a report without it is ignored.
 */

export type RunnerContext = {
  orgId: OrgId;
  actor: Actor;
  clock: Clock;
  signal: AbortSignal;
  visitor: { headers: Readonly<Record<string, string | string[] | undefined>> };
};

export async function handOutWork(
  ctx: RunnerContext,
  { poll, gateway, tickets }: { poll: RunnerPoll; gateway: Gateway; tickets: Tickets },
): Promise<RunnerWork> {
  const receivedAtMs = ctx.clock.now();
  assertProtocol(ctx);
  const holder = holderOf(ctx);
  const { runner, version, capacity } = poll;
  const queue = privateWorkQueue(holder);
  const work = await gateway.poll({ workQueue: queue, runner, version, capacity, signal: ctx.signal });
  const nowMs = ctx.clock.now();
  return {
    checks: work.checks.map((job) => ({ ticket: tickets.forCheck(holder, job, nowMs), job })),
    runs: work.runs.map((job) => ({
      ticket: tickets.forRun(holder, job, nowMs),
      job: withRefs(job, (storeKey) => tickets.forFile(holder, { runId: job.runId, storeKey })),
    })),
    received_at_ms: receivedAtMs,
    answered_at_ms: nowMs,
  };
}

/** Identifies the owner of the work and the reports by the key alone. */
export function holderOf({ actor, orgId }: Pick<RunnerContext, "actor" | "orgId">): Holder {
  if (actor.kind !== "key" || actor.location === null) {
    throw new Error("a request without a runner key reached a runner route");
  }
  return { keyId: actor.keyId, orgId, location: actor.location };
}

/** Rejects a runner of another version with one instruction, instead of failing at every field. */
export function assertProtocol({ visitor }: Pick<RunnerContext, "visitor">): void {
  const version = visitor.headers[RUNNER_PROTOCOL_HEADER];
  if (version === String(RUNNER_PROTOCOL)) return;
  const which = typeof version === "string" ? `version ${version}` : "no version";
  throw new AppError(
    "BAD_REQUEST",
    `This runner uses ${which} of the runner protocol; the server uses version ${RUNNER_PROTOCOL}. Install on the ` +
      "runner's machine the version of Vedette that the server runs.",
    { details: [{ path: RUNNER_PROTOCOL_HEADER, message: `must be ${RUNNER_PROTOCOL}` }] },
  );
}

/** Replaces the keys of stored files with references that are valid only for this runner and run. */
function withRefs(job: RunJob, refOf: (storeKey: string) => string): RunJob {
  if (job.spec.kind !== "journey") return job;
  const baselines = Object.fromEntries(
    Object.entries(job.spec.baselines).map(([label, storeKey]) => [label, refOf(storeKey)]),
  );
  return { ...job, spec: { ...job.spec, baselines } };
}
