import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { NoiseCounts } from "../../alerting/noise/noise-score.ts";
import type { UptimeRange } from "../../results/observed/uptime-range.ts";
import type { ReportRange } from "../report-period.ts";

/** What a report says, before it is written in a language and a format. Times are in milliseconds. */
export type ReportContent = ReportRange & {
  name: string;
  organizationName: string;
  timezone: string;
  createdMs: number;
  /** What response times are compared with. */
  before: ReportRange;
  /** A percentage; null without a goal. */
  goal: number | null;
  excludesMaintenance: boolean;
  /** Of all targets together. */
  total: Availability;
  targets: ReportedFigures[];
  groups: GroupFigures[];
  downtimes: Downtime[];
  expiring: Expiring[];
  alerts: AlertFigures;
  slos: ReportedSlo[];
  /** SLOs that were left out, because there are too many or because measuring them took too long. */
  slosOmitted: number;
};

export type Availability = UptimeRange & {
  /** Observed time that was down, with maintenance if that counts. */
  downMs: number;
  missedMs: number;
  maintenanceMs: number;
  /** Pending, paused or unknown. */
  unmeasuredMs: number;
  outages: number;
};

export type ReportedFigures = Availability & {
  id: string;
  name: string;
  kind: TargetKind;
  groupName: string | null;
  response: ResponseFigures;
  responseBefore: ResponseFigures;
};

/** Null if nothing was measured. */
export type ResponseFigures = { p50: number | null; p95: number | null };

export type GroupFigures = Availability & {
  id: string;
  name: string;
  /** 0 for a group without a parent. */
  depth: number;
};

export type Downtime = {
  targetName: string;
  /** Not before the start of the report. */
  fromMs: number;
  toMs: number;
  /** Whether it went on at the end of the report. */
  isOngoing: boolean;
  /** The failed result that started it; null if it was deleted meanwhile. */
  cause: string | null;
};

export type Expiring = { targetName: string; what: "certificate" | "domain"; atMs: number };

export type AlertFigures = NoiseCounts & {
  /** The noisiest first. */
  rules: (NoiseCounts & { name: string; score: number })[];
};

/** `problem`: why it was not measured. */
export type ReportedSlo = { name: string } & (
  | { measured: SloReport; problem: null }
  | { measured: null; problem: string }
);
