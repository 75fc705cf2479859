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
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Actor } from "../../routing/actor.ts";

/**
 * What runners at private locations are given. A key gets the work of its own organization at its own location,
 * and every piece with a ticket, without which no report of it counts.
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
  const { runner, capacity } = poll;
  const place = privateWorkQueue(holder);
  const work = await gateway.poll({ workQueue: place, runner, capacity, signal: ctx.signal });
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

/** Whose work and whose reports it is, by the key alone. */
export function holderOf({ actor, orgId }: Pick<RunnerContext, "actor" | "orgId">): Holder {
  if (actor.kind !== "key" || actor.location === null) {
    throw new Error("somebody without a runner's key has reached a runner's route");
  }
  return { keyId: actor.keyId, orgId, location: actor.location };
}

/** A runner of another version is told what to do, once, instead of failing at every field. */
export function assertProtocol({ visitor }: Pick<RunnerContext, "visitor">): void {
  const spoken = visitor.headers[RUNNER_PROTOCOL_HEADER];
  if (spoken === String(RUNNER_PROTOCOL)) return;
  const which = typeof spoken === "string" ? `version ${spoken}` : "no version";
  throw new AppError(
    "BAD_REQUEST",
    `This runner speaks ${which} of the runners' protocol, and the server version ${RUNNER_PROTOCOL}. Install on the ` +
      "runner's machine the version of Vedette that the server has.",
    { details: [{ path: RUNNER_PROTOCOL_HEADER, message: `must be ${RUNNER_PROTOCOL}` }] },
  );
}

/** The keys of stored files leave the server as references that are good for this runner and run alone. */
function withRefs(job: RunJob, refOf: (storeKey: string) => string): RunJob {
  if (job.spec.kind !== "journey") return job;
  const baselines = Object.fromEntries(
    Object.entries(job.spec.baselines).map(([label, storeKey]) => [label, refOf(storeKey)]),
  );
  return { ...job, spec: { ...job.spec, baselines } };
}
