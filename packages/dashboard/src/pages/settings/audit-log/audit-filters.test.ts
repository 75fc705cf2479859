import { expect, test } from "vitest";
import { actionLabel, auditFiltersOf, auditQueryOf } from "./audit-filters.ts";

test("an address that says nonsense filters nothing", () => {
  expect(auditFiltersOf({ action: "monitor.eat", actor: 7, from: "yesterday", to: "2026-99-99" })).toEqual(
    {},
  );
});

test("an address keeps what it says", () => {
  const filters = { action: "monitor.create", target: "m1", from: "2026-01-31" } as const;
  expect(auditFiltersOf(filters)).toEqual(filters);
});

test("the last day is within", () => {
  const { from = "", to = "" } = auditQueryOf({ from: "2026-01-31", to: "2026-01-31" });
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000 - 1);
});

test("actions are said in words", () => {
  expect(actionLabel("api_monitor.update")).toBe("API monitor changed");
  expect(actionLabel("alert.acknowledge")).toBe("Alert acknowledged");
});
