import type { RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Egress } from "../../platform/net/egress.ts";

export type RunContext = {
  clock: Clock;
  egress: Egress;
  /** Aborts the attempt immediately; it then does not count. */
  signal?: AbortSignal;
};

/** Runs one attempt. Rejects for internal errors and by the signal, never for the target's behavior. */
export type RunAttempt<Spec> = (spec: Spec, ctx: RunContext) => Promise<RunOutcome>;
