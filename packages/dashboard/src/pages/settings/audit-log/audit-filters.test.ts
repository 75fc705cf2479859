import { AUDIT_ACTIONS } from "@vedette/contract/people/audit-actions.ts";
import { expect, test } from "vitest";
import { auditFiltersOf, auditQueryOf } from "./audit-filters.ts";
import { actionLabel } from "./audit-labels.ts";

test("ignores search parameters that are not valid", () => {
  expect(auditFiltersOf({ action: "monitor.eat", actor: 7, from: "yesterday", to: "2026-99-99" })).toEqual(
    {},
  );
});

test("keeps valid search parameters", () => {
  const filters = { action: "monitor.create", target: "m1", from: "2026-01-31" } as const;
  expect(auditFiltersOf(filters)).toEqual(filters);
});

test("includes the last day", () => {
  const { from = "", to = "" } = auditQueryOf({ from: "2026-01-31", to: "2026-01-31" });
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000 - 1);
});

test("labels actions", () => {
  expect(actionLabel("api_monitor.update")).toBe("API monitor updated");
  expect(actionLabel("code_trust.create")).toBe("CI trust created");
  expect(actionLabel("alert.acknowledge")).toBe("Alert acknowledged");
  expect(AUDIT_ACTIONS.map(actionLabel).filter((label) => label.includes("_"))).toEqual([]);
  // An object without a label in `audit-labels.ts` is shown as it is.
  expect(AUDIT_ACTIONS.map(actionLabel).filter((label) => /^[a-z]/.test(label))).toEqual([]);
  expect(actionLabel("monitor.snooze")).toBe("Monitor snoozed");
});
