import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** The texts of a report in one language. Numbers and times are formatted before. */
export type ReportTexts = {
  /** BCP 47, for numbers and dates. */
  locale: string;
  subject(name: string, range: string): string;
  period(range: string, timezone: string): string;
  goal(goal: string): string;
  goalColumn: string;
  created(at: string): string;
  availability: string;
  /** Of the time that was measured. */
  observed: string;
  downtime: string;
  outages: string;
  notMeasured: string;
  maintenance: string;
  targets: string;
  target: string;
  group: string;
  groups: string;
  kinds: Record<TargetKind, string>;
  goalMet: string;
  goalMissed: string;
  goalCount(met: number, missed: number): string;
  /** Of the time before, in brackets. */
  p50: string;
  p95: string;
  before(range: string): string;
  noData: string;
  noTargets: string;
  moreTargets(shown: number, all: number): string;
  downtimes: string;
  noDowntimes: string;
  longestDowntimes(shown: number, all: number): string;
  start: string;
  duration: string;
  cause: string;
  unknownCause: string;
  ongoing: string;
  expiring: string;
  noExpiring: string;
  certificate: string;
  domain: string;
  expires: string;
  daysLeft(days: number): string;
  alerts: string;
  noAlerts: string;
  alertSummary(counts: { alerts: number; acknowledged: number; brief: number }): string;
  rule: string;
  noiseScore: string;
  slos: string;
  noSlos: string;
  slosOmitted(count: number): string;
  slo: string;
  objective: string;
  attainment: string;
  budgetLeft: string;
  window: string;
  windows: Record<"7d" | "28d" | "30d" | "90d" | "month", string>;
  method: string;
  methodLines(options: { excludesMaintenance: boolean }): string[];
  openInVedette: string;
  whyReceived(organization: string): string;
  unsubscribe: string;
};
