import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Egress } from "../../platform/net/egress.ts";

export type CheckContext = {
  clock: Clock;
  egress: Egress;
  /** Aborts the check; see `runCheck`. */
  signal?: AbortSignal;
};

/** The outcome of one try; `error` is null if the target passed. */
export type CheckTry = Omit<CheckOutcome, "status" | "checkedAtMs" | "attempts"> & {
  /** The target says that it works in part. */
  isDegraded?: true;
};

/** Runs one try. Rejects only for internal errors, never for the target's behavior. */
export type RunTry<Spec> = (spec: Spec, ctx: CheckContext) => Promise<CheckTry>;
