import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readInbound } from "./read-inbound.ts";

/** As Alertmanager 0.27 sends it. */
const ALERTMANAGER = {
  version: "4",
  groupKey: '{}:{alertname="InstanceDown"}',
  truncatedAlerts: 0,
  status: "firing",
  receiver: "vedette",
  groupLabels: { alertname: "InstanceDown" },
  commonLabels: { alertname: "InstanceDown", severity: "critical", job: "node" },
  commonAnnotations: {},
  externalURL: "http://alertmanager.test:9093",
  alerts: [
    {
      status: "firing",
      labels: { alertname: "InstanceDown", instance: "web-1:9100", severity: "critical" },
      annotations: { summary: "web-1 is down" },
      startsAt: "2026-11-26T12:00:03.114Z",
      endsAt: "0001-01-01T00:00:00Z",
      generatorURL: "http://prometheus.test/graph?g0.expr=up",
      fingerprint: "c6eb5f2c8ab5ba66",
    },
    {
      status: "resolved",
      labels: { alertname: "InstanceDown", instance: "web-2:9100", severity: "critical" },
      annotations: { summary: "web-2 is down" },
      startsAt: "2026-11-26T11:59:58.000Z",
      endsAt: "2026-11-26T12:04:00.000Z",
      generatorURL: "http://prometheus.test/graph?g0.expr=up",
      fingerprint: "d6eb5f2c8ab5ba66",
    },
  ],
};

/** As Grafana 11 sends it. */
const GRAFANA = {
  ...ALERTMANAGER,
  orgId: 1,
  groupKey: '{}/{}:{alertname="High latency"}',
  commonLabels: { alertname: "High latency", grafana_folder: "Shop" },
  alerts: [{ ...ALERTMANAGER.alerts[0], labels: { alertname: "High latency" }, annotations: {} }],
  title: "[FIRING:1] High latency Shop",
  state: "alerting",
  message: "**Firing**",
};

const read = (body: unknown) => {
  const result = readInbound(body);
  if ("faults" in result) throw new Error(JSON.stringify(result.faults));
  return result.event;
};

describe("readInbound", () => {
  test("reads a group of Alertmanager, with the earliest start", () => {
    expect(read(ALERTMANAGER)).toMatchObject({
      product: "alertmanager",
      dedupKey: ALERTMANAGER.groupKey,
      isResolved: false,
      title: "web-1 is down",
      severity: "critical",
      description:
        "firing · InstanceDown · web-1:9100 · web-1 is down\nresolved · InstanceDown · web-2:9100 · web-2 is down",
      url: "http://prometheus.test/graph?g0.expr=up",
      startedAtMs: Date.parse("2026-11-26T11:59:58.000Z"),
    });
    expect(read({ ...ALERTMANAGER, status: "resolved" }).isResolved).toBe(true);
  });

  test("reads a message of Grafana by its title", () => {
    expect(read(GRAFANA)).toMatchObject({
      product: "grafana",
      title: "[FIRING:1] High latency Shop",
      severity: "major",
    });
  });

  test("reads the generic shape, and the title is the key without one", () => {
    expect(read({ title: " Disk full ", severity: "warning", url: "javascript:alert(1)" })).toEqual({
      ...{ product: "generic", dedupKey: "Disk full", isResolved: false, title: "Disk full" },
      ...{ severity: "minor", description: "", url: null, startedAtMs: null },
    });
  });

  test.each([
    ["a missing title", {}, "title"],
    ["a long title", { title: "x".repeat(201) }, "title"],
    ["an unknown status", { title: "t", status: "open" }, "status"],
    ["a long key", { title: "t", dedup_key: "k".repeat(501) }, "dedup_key"],
    ["a long description", { title: "t", description: "d".repeat(10_001) }, "description"],
    ["a list as title", { title: ["t"] }, "title"],
  ])("names the invalid field of %s", (_name, body, path) => {
    expect(readInbound(body)).toMatchObject({ faults: [{ path }] });
  });

  test("any JSON is either faults or an event within the limits", () => {
    const hostile = fc.anything().chain((value) =>
      fc.constantFrom(
        value,
        {
          ...ALERTMANAGER,
          alerts: [{ ...ALERTMANAGER.alerts[0], labels: value, startsAt: String(Date.now()) }],
        },
        {
          ...ALERTMANAGER,
          groupKey: "k".repeat(5_000),
          commonAnnotations: { summary: "\0\n s".repeat(900) },
        },
        { ...GRAFANA, title: value, externalURL: "javascript:alert(1)" },
      ),
    );
    fc.assert(
      fc.property(hostile, (body) => {
        const result = readInbound(body);
        if ("faults" in result) {
          expect(result.faults).not.toEqual([]);
          return;
        }
        const { title, dedupKey, description, url } = result.event;
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(200);
        expect(title).not.toMatch(/[\n\0]/);
        expect(dedupKey.length).toBeLessThanOrEqual(500);
        expect(description.length).toBeLessThanOrEqual(10_000);
        expect(url === null || /^https?:/.test(url)).toBe(true);
      }),
    );
  });
});
