import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { KeepBody } from "@vedette/contract/checks/http-options.ts";
import type { AssertionValues } from "./assertions/evaluate.ts";

/** The part of a spec that every probe needs. */
export type ProbeSpec = Pick<CheckSpec, "timeoutMs" | "assertions" | "mask" | "invert"> & {
  keepBody?: KeepBody;
};

/** What the target answered, for assertions and for the kept response. */
export type ProbeFacts = {
  values?: AssertionValues;
  text?: string | null;
  bytes?: number | null;
  /** What is compared with the baseline. */
  records?: readonly string[];
};
