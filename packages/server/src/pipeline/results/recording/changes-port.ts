import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import type { CheckOutcome, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { TargetState } from "./target-state.ts";

/** A report, and the snapshot of its target in memory. */
export type ObservedReport = {
  report: CheckReport & { outcome: CheckOutcome };
  target: Pick<TargetState, "targetId" | "orgId" | "kind" | "enabled">;
};

/** What a check saw instead of what was seen before. */
export type ObservedChange = {
  field: ChangeField;
  before: string;
  after: string;
  atMs: number;
  location: string;
  /** Whether another location saw it before. */
  isRepeat: boolean;
  /** Whether the field is ignored from now on, because it changes all the time. */
  isLast: boolean;
};

export type FoundChanges = {
  /** What changed with each report; reports without a change are absent. */
  byReport: ReadonlyMap<ObservedReport["report"], readonly ObservedChange[]>;
  /** Call it after the commit: memory must contain only committed state. */
  commit: () => void;
};

/** Called with new results in the transaction that stores them. */
export type ChangesPort = {
  afterResults(db: Db, reports: readonly ObservedReport[]): Promise<FoundChanges>;
};
