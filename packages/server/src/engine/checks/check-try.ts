import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Egress } from "../../platform/net/egress.ts";

export type CheckContext = {
  clock: Clock;
  egress: Egress;
  /** Gives the check up; see `runCheck`. */
  signal?: AbortSignal;
};

/** What one try found; `error` null means that the target answered as it should. */
export type CheckTry = Omit<CheckOutcome, "status" | "checkedAtMs" | "attempts">;

/** Makes one try. Rejects only for trouble of our own, never for what the target does. */
export type RunTry<Spec> = (spec: Spec, ctx: CheckContext) => Promise<CheckTry>;
