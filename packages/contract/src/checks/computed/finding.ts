import type { AssertionType } from "../../assertions/assertion-rules.ts";
import type { CheckError } from "../check-errors.ts";
import type { CheckOutcome, ComputedSpec } from "../check-run.ts";

/** What a computed check found. An error takes precedence over assertions about the values. */
export type Finding = {
  error: CheckError | null;
  isDegraded?: boolean;
  /** By assertion type; absent or null if it is unknown. */
  values?: Readonly<Partial<Record<AssertionType, FoundValue | null>>>;
};
type FoundValue = string | number | boolean | string[];

/** Evaluates the assertions of a check on a finding. */
export type JudgeFinding = (
  spec: ComputedSpec,
  finding: Finding,
) => Omit<CheckOutcome, "checkedAtMs" | "attempts">;
