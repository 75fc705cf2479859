import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { expect, test } from "vitest";
import { causeText, groupByTarget, openedAt } from "./alert-groups.ts";

const EVIDENCE = {
  ...{ location: "berlin", result_id: null, run_id: null, error: null },
  ...{ threshold: 2, value: 3 },
};

function alert(id: string, targetId: string, fields: Partial<Alert> = {}): Alert {
  return {
    ...{ id, org_id: "o", rule_id: `rule ${id}`, rule_type: "consecutive_failures", severity: "critical" },
    ...{ status: "sent", title: "Shop is down", message: "", evidence: EVIDENCE, group_key: null },
    target: {
      ...{ type: "monitor", id: targetId, name: targetId, description: null },
      ...{ runbook_url: null, owner: null },
    },
    ...{ suppressed_by: null, triggered_at: `2026-01-31T12:0${id}:00.000Z`, sent_at: null },
    ...{ acknowledged_at: null, acknowledged_by: null, acknowledged_by_name: null },
    ...{ resolved_at: null, resolved_by: null, resolved_by_name: null, deliveries: [] },
    ...fields,
  } as Alert;
}

test("groups alerts by target, the most urgent one first", () => {
  const acknowledged = { acknowledged_at: "2026-01-31T12:10:00.000Z" };
  const groups = groupByTarget([
    alert("5", "shop", acknowledged),
    alert("4", "blog"),
    alert("3", "shop", { severity: "warning" }),
    alert("2", "shop"),
  ]);
  expect(groups.map(({ id, first, others }) => [id, first.id, others.map((other) => other.id)])).toEqual([
    ["shop", "2", ["5", "3"]],
    ["blog", "4", []],
  ]);
  expect(groups.map(openedAt)).toEqual(["2026-01-31T12:02:00.000Z", "2026-01-31T12:04:00.000Z"]);
});

test("shows of resolved alerts the newest one and its time, however long ago the others were", () => {
  const resolved = { resolved_at: "2026-01-31T12:30:00.000Z" };
  const [group] = groupByTarget([
    alert("5", "shop", { ...resolved, acknowledged_at: "2026-01-31T12:10:00.000Z" }),
    alert("1", "shop", resolved),
  ]);
  expect(group && [group.first.id, openedAt(group)]).toEqual(["5", "2026-01-31T12:05:00.000Z"]);
});

test("says the error of the result, or what was measured", () => {
  const error = { code: "ASSERTION_FAILED", message: "expected 200, got 503" };
  expect(causeText(alert("1", "shop", { evidence: { ...EVIDENCE, error } }))).toBe("expected 200, got 503");
  expect(causeText(alert("1", "shop"))).toBe("3 in a row at berlin");
});
