import fc from "fast-check";
import { expect, test } from "vitest";
import type { IncidentAlertRow, IncidentRow } from "../incident-row.ts";
import { followAlerts } from "./follow-alerts.ts";

const START = Date.parse("2026-11-26T12:00:00Z");
const at = (seconds: number) => new Date(START + seconds * 1_000);

const ROW: IncidentRow = {
  ...{ id: "i", org_id: "o", number: 1, title: "Shop is down", severity: "critical", state: "open" },
  ...{ source: "rule", lead_id: null, started_at: at(0), acknowledged_at: null, acknowledged_by: null },
  ...{ mitigated_at: null, resolved_at: null, resolved_by: null, postmortem: null, inbound: null },
  ...{ dedup_key: null, timeline: null, created_by: "system", created_at: at(0), updated_at: at(0) },
};

const alert = (change: Partial<IncidentAlertRow>): IncidentAlertRow => ({
  ...{ incident_id: "i", alert_id: "a", reason: "", title: "", severity: "critical", target_id: "t" },
  ...{ target_kind: "monitor", target_name: "Shop", triggered_at: at(0), acknowledged_at: null },
  ...{ acknowledged_by: null, resolved_at: null },
  ...change,
});

const YES = { settings: { resolves_automatically: true }, nowMs: START + 3_600_000 };

const seconds = fc.option(fc.integer({ min: 0, max: 3_000 }));
const alerts = fc.array(
  fc.record({ acknowledged: seconds, resolved: seconds }).map(({ acknowledged, resolved }) =>
    alert({
      acknowledged_at: acknowledged === null ? null : at(acknowledged),
      acknowledged_by: acknowledged === null ? null : "ada",
      resolved_at: resolved === null ? null : at(resolved),
    }),
  ),
  { maxLength: 6 },
);

test("a rule's incident resolves with the last of its alerts, and is acknowledged with the first", () => {
  fc.assert(
    fc.property(alerts, (all) => {
      const { changed } = followAlerts(ROW, { alerts: all, ...YES });
      const ends = all.map(({ resolved_at }) => resolved_at?.getTime() ?? Number.POSITIVE_INFINITY);
      const isOver = all.length > 0 && ends.every(Number.isFinite);
      expect(changed.state === "resolved").toBe(isOver);
      expect(changed.resolved_at?.getTime() ?? null).toBe(isOver ? Math.max(...ends) : null);
      const acks = all.flatMap(({ acknowledged_at }) => acknowledged_at?.getTime() ?? []);
      expect(changed.acknowledged_at?.getTime() ?? null).toBe(acks.length > 0 ? Math.min(...acks) : null);
    }),
  );
});

test("following twice changes nothing more", () => {
  fc.assert(
    fc.property(alerts, (all) => {
      const { changed } = followAlerts(ROW, { alerts: all, ...YES });
      expect(followAlerts(changed, { alerts: all, ...YES }).actions).toEqual([]);
    }),
  );
});

test("an incident that a person opened, and one without the setting, stay open", () => {
  const all = [alert({ resolved_at: at(9) })];
  expect(followAlerts({ ...ROW, source: "member" }, { alerts: all, ...YES }).actions).toEqual([]);
  const no = { ...YES, settings: { resolves_automatically: false } };
  expect(followAlerts(ROW, { alerts: all, ...no }).actions).toEqual([]);
});

test("a webhook's incident also waits for its sender", () => {
  const inbound = { product: "generic", description: "", url: null, events: 1, last_event_at: "" } as const;
  const row: IncidentRow = { ...ROW, source: "webhook", inbound: { ...inbound, resolved_at: null } };
  const all = [alert({ resolved_at: at(9) })];
  expect(followAlerts(row, { alerts: all, ...YES }).actions).toEqual([]);
  const over = { ...row, inbound: { ...inbound, resolved_at: at(20).toISOString() } };
  expect(followAlerts(over, { alerts: all, ...YES }).changed.resolved_at).toEqual(at(20));
});

test("a mitigated incident keeps its state when it is acknowledged late", () => {
  const row: IncidentRow = { ...ROW, state: "mitigated", mitigated_at: at(5) };
  const { changed } = followAlerts(row, { alerts: [alert({ acknowledged_at: at(8) })], ...YES });
  expect(changed).toMatchObject({ state: "mitigated", acknowledged_at: at(8) });
});
