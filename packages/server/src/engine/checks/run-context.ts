import type { RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Egress } from "../../platform/net/egress.ts";

export type RunContext = {
  clock: Clock;
  egress: Egress;
  /** Ends the attempt at once, which then counts as not made. */
  signal?: AbortSignal;
};

/** Makes one attempt. Rejects for trouble of our own and by the signal, never for what a target does. */
export type RunAttempt<Spec> = (spec: Spec, ctx: RunContext) => Promise<RunOutcome>;
