import { expect, test } from "vitest";
import { fieldLabel, valueText } from "./edited-values.ts";

test("fields have readable names", () => {
  expect(
    ["interval", "retry.interval_seconds", "config.webhook_url", "degraded_after_ms"].map(fieldLabel),
  ).toEqual(["Interval", "Retry: interval (seconds)", "Config: webhook URL", "Degraded after (ms)"]);
});

test("values are formatted for people, and long ones are cut", () => {
  expect([null, true, "", "text", 60, [], ["a", "b"], {}].map(valueText)).toEqual([
    ...["none", "yes", "empty", "text", "60", "none", "a, b", "none"],
  ]);
  expect(valueText({ accept: "*/*", "x-team": "payments" })).toBe("accept: */*\nx-team: payments");
  expect(valueText([{ type: "status_code", property: null, value: 200 }, { in: [1] }])).toBe(
    "1. type: status_code, value: 200\n2. in: [1]",
  );
  expect(valueText("x".repeat(5_000))).toHaveLength(1_202);
});
