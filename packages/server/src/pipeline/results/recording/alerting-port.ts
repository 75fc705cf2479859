import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { SeriesState, TargetState } from "./target-state.ts";

/** A result that was stored and the target as it is since, for whoever decides whether somebody is told. */
export type RecordedResult = Pick<TargetState, "targetId" | "kind" | "orgId" | "name"> & {
  /** The target's picture in memory. Another one after each change of the target: what was known of it is old then. */
  picture: object;
  location: string;
  seriesKey: number;
  status: CheckStatus;
  atMs: number;
  slotMs: number;
  responseUs: number | null;
  tlsExpiresAtMs: number | null;
  visualDiffPercent: number | null;
  runId: string | null;
  error: { code: string; message: string } | null;
  series: readonly SeriesState[];
};

/** Who is asked about results in the transaction that stores them. */
export type AlertingPort = {
  /**
   * Writes what follows from results that were new, of targets that are watched. The function returned is to be
   * called once the transaction is committed: what is kept in memory follows only what was.
   */
  afterResults(db: Db, results: readonly RecordedResult[]): Promise<() => void>;
};
