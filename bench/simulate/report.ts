import { table } from "../harness/report.ts";
import type { FleetPlan } from "./fleet.ts";
import type { Outcome } from "./simulate.ts";
import type { Sums } from "./slot-tracker.ts";

/** The outcomes of all scenarios as Markdown. The same seed gives the same text. */
export function report(plan: Omit<FleetPlan, "lengthMs">, outcomes: readonly Outcome[]): string {
  const { monitors, sample, seed, schedulers, locations, runnersPerLocation, coresPerRunner } = plan;
  const delays = locations.map(({ name, oneWayMs }) => `${name} ${oneWayMs} ms`).join(", ");
  const setting = [
    `Seed ${seed}. ${number(monitors)} monitors every ${plan.intervalMs / 1_000} s, one in ${sample} simulated at`,
    `${sample} times the cost (all in the rows with small runners); ${schedulers} schedulers; ${runnersPerLocation} runners of ${coresPerRunner} cores in each of`,
    `${locations.length} locations (one-way delay to NATS: ${delays}). A fault starts after 90 s; "after" is the 120 s after its end.`,
  ].join(" ");
  return [setting, latenessTable(outcomes), slotTable(outcomes), courseTable(outcomes)].join("\n\n");
}

function latenessTable(outcomes: readonly Outcome[]): string {
  const cells = ({ lateness }: Sums) =>
    lateness
      ? [lateness.p50, lateness.p95, lateness.p99, lateness.max].map(seconds).join(" / ")
      : "nothing started";
  return table(
    ["Lateness in s: p50 / p95 / p99 / max", "before", "during", "after"],
    outcomes.map(({ scenario, before, during, after }) => [
      scenario,
      cells(before),
      cells(during),
      cells(after),
    ]),
  );
}

function slotTable(outcomes: readonly Outcome[]): string {
  return table(
    ["Slots, from before to after", "due", "result", "missed", "skipped", "jumped over", "unaccounted"],
    outcomes.map(({ scenario, sample, whole }) => [
      scenario,
      number(whole.due * sample),
      `${((100 * whole.records.result) / whole.due).toFixed(2)} %`,
      number(whole.records.missed * sample),
      number(whole.records.skipped * sample),
      number(whole.jumpedOver * sample),
      number(whole.unaccounted * sample),
    ]),
  );
}

function courseTable(outcomes: readonly Outcome[]): string {
  return table(
    [
      "Scenario",
      "shards balanced after s",
      "some shard unowned, s",
      "shards per scheduler at the end",
      "busiest second after / average",
      "repeated starts",
      "reports rejected: late / duplicate",
      "messages redelivered",
      "report messages waiting, max",
      "messages a second before",
    ],
    outcomes.map((outcome) => [
      outcome.scenario,
      outcome.rebalancedMs === null ? "–" : seconds(outcome.rebalancedMs),
      seconds(outcome.unscheduledMs),
      shardRange(outcome.parts),
      outcome.surge.toFixed(2),
      number(outcome.startedAgain * outcome.sample),
      `${number(outcome.dropped * outcome.sample)} / ${number(outcome.repeated * outcome.sample)}`,
      number(outcome.redelivered),
      number(outcome.reportsWaitingMost),
      number(outcome.messagesPerSecond),
    ]),
  );
}

function shardRange(parts: readonly number[]): string {
  const [most = 0, least = 0] = [Math.max(...parts), Math.min(...parts)];
  return most === least ? `${most}` : `${least}–${most}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(ms >= 9_950 ? 1 : 2);
}

function number(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}
