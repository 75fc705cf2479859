import type { BarDay } from "../components/bar-days.ts";
import type { StatusPageRow } from "../page-row.ts";
import type { PageAddresses } from "../page-url.ts";

export type SnapshotRequest = {
  page: StatusPageRow;
  addresses: PageAddresses;
  /** Makes IDs of maintenances as hard to guess as random ones. */
  secret: string;
  /** The instant that is shown. */
  nowMs: number;
  /** The time of the reading, if it is later than the instant that is shown. */
  readAtMs?: number;
  /** Of the reading before; null to read everything. */
  history: PageHistory | null;
};

/** The part of a page that changes slowly: its past days, and the response times of full hours. */
export type PageHistory = {
  /** What it was computed for; another value makes it invalid. */
  key: string;
  readAtMs: number;
  /** All days but today, by the ID of the component. */
  days: ReadonlyMap<string, readonly BarDay[]>;
  responseMs: ReadonlyMap<string, readonly (number | null)[]>;
  /** The hours of the chart in which a component was not measured for some time, by its ID. */
  unmeasuredHours: ReadonlyMap<string, readonly number[]>;
};
