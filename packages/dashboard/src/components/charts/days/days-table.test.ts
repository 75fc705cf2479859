import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { expect, test } from "vitest";
import { daysTable } from "./days-table.ts";

const DAY: UptimeDay = {
  ...{ date: "2026-11-26", from: "2026-11-25T23:00:00.000Z", to: "2026-11-26T23:00:00.000Z" },
  ...{ uptime_percentage: 99.5, uptime_percentage_min: 99, uptime_percentage_max: 99.6 },
  ...{ observed_percentage: 98, outages: 1, down_seconds: 432, degraded_seconds: 0 },
  ...{ maintenance_seconds: 60, unmeasured_seconds: 0, missed_seconds: 1_728, missed_reasons: ["stopped"] },
};

test("a day is a row with its ends in UTC, its seconds by status and why it was not measured", () => {
  const { header, rows } = daysTable([DAY]);
  const row = Object.fromEntries(header.map((name, index) => [name, rows[0]?.[index]]));
  expect(row).toMatchObject({
    ...{ date: "2026-11-26", from_utc: DAY.from, to_utc: DAY.to, "uptime (%)": 99.5, outages: 1 },
    ...{ "down (s)": 432, "maintenance (s)": 60, "not measured (s)": 1_728 },
  });
  expect(row.reasons).not.toBe("");
  expect(rows[0]).toHaveLength(header.length);
});
