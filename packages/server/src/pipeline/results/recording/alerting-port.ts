import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { ObservedChange } from "./changes-port.ts";
import type { SeriesState, TargetState } from "./target-state.ts";

/** A stored result with the target's state after it, as input for alerting. */
export type RecordedResult = Pick<
  TargetState,
  "targetId" | "kind" | "type" | "tags" | "groupId" | "orgId" | "name"
> & {
  /**
   * The target's snapshot in memory. Each change of the target creates a new one, which invalidates state
   * cached for the old one.
   */
  snapshot: object;
  location: string;
  seriesKey: number;
  status: CheckStatus;
  atMs: number;
  slotMs: number;
  responseUs: number | null;
  tlsExpiresAtMs: number | null;
  visualDiffPercent: number | null;
  /** Values that a ping carried. */
  metrics: Readonly<Record<string, number>> | null;
  runId: string | null;
  error: { code: string; message: string } | null;
  /** What this check was the first to see changed; absent if nothing. */
  changes?: readonly ObservedChange[];
  series: readonly SeriesState[];
};

/** Called with results in the transaction that stores them. */
export type AlertingPort = {
  /**
   * Evaluates new results of active targets and writes the consequences. Call the returned function after the
   * commit: it updates memory, which must contain only committed state.
   */
  afterResults(db: Db, results: readonly RecordedResult[]): Promise<() => void>;
};
