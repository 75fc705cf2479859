import { expect, test } from "vitest";
import type { FleetPlan } from "./fleet.ts";
import { report } from "./report.ts";
import { SCENARIOS } from "./scenarios.ts";
import { simulate } from "./simulate.ts";

const PLAN: Omit<FleetPlan, "lengthMs"> = {
  seed: 1,
  monitors: 120,
  intervalMs: 60_000,
  schedulers: 4,
  locations: [
    { name: "near", oneWayMs: 1 },
    { name: "far", oneWayMs: 80 },
  ],
  runnersPerLocation: 3,
  coresPerRunner: 1,
  sample: 1,
  tickMs: 100,
};

test("the same seed gives the same report, and another seed another one", () => {
  const reportFor = (seed: number) => {
    const plan = { ...PLAN, seed };
    return report(
      plan,
      SCENARIOS.slice(1, 3).map((scenario) => simulate(plan, { ...scenario, plan: {} })),
    );
  };
  expect(reportFor(1)).toBe(reportFor(1));
  expect(reportFor(1)).not.toBe(reportFor(2));
});

test("in each scenario every slot has one record, and at the end every shard has one scheduler", () => {
  for (const scenario of SCENARIOS) {
    const { whole, isEachShardOnce } = simulate(PLAN, { ...scenario, plan: {} });
    const { result, missed, skipped } = whole.records;
    expect({ scenario: scenario.name, unaccounted: whole.unaccounted }).toMatchObject({ unaccounted: 0 });
    expect(result + missed + skipped + whole.jumpedOver).toBe(whole.due);
    expect(isEachShardOnce).toBe(true);
  }
});
