import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocument } from "@vedette/contract/code/read-document.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import { beforeAll, describe, expect, test } from "vitest";
import type { ImportedFile } from "../imported-file.ts";
import { importKuma } from "./import-kuma.ts";

/** Both were written by Uptime Kuma 2.5.3: the database, and what its own API said before it was stopped. */
const FIXTURES = join(import.meta.dirname, "fixtures");
const DATABASE = join(FIXTURES, "kuma.db");

type ExpectedMonitor = {
  id: number;
  type: string;
  name: string;
  active: boolean;
  interval: number;
  timeout: number;
  url?: string;
  hostname?: string | null;
  upsideDown: boolean;
  parent: number | null;
  tags: { name: string; value: string }[];
};
type Expected = {
  monitors: ExpectedMonitor[];
  notifications: { id: number; name: string; type: string }[];
  tags: { id: number; name: string }[];
  maintenances: { id: number; title: string; durationMinutes: number | null; monitorIDs: number[] }[];
  statusPages: { slug: string; title: string; groups: { name: string; monitors: number[] }[] }[];
};
const expected: Expected = JSON.parse(readFileSync(join(FIXTURES, "expected.json"), "utf8"));

let file: ImportedFile;
let entries: ImportEntry[];
beforeAll(async () => {
  file = await importKuma({ db: DATABASE }, { history: true });
  entries = Object.values(file.report).flat();
}, 60_000);

const WITHOUT_COUNTERPART = new Set([
  "sqlserver",
  "mongodb",
  "oracledb",
  "radius",
  "kafka-producer",
  "globalping",
  "tailscale-ping",
  "sip-options",
  "system-service",
  "pm2",
  "gamedig",
  "steam",
]);
const TYPES: Readonly<Record<string, string>> = {
  http: "url",
  keyword: "url",
  "json-query": "url",
  port: "tcp",
  "websocket-upgrade": "websocket",
  "grpc-keyword": "grpc",
};

type Fields = Record<string, unknown>;
type Section = "groups" | "monitors" | "heartbeats" | "journeys" | "rules" | "maintenance_windows";
const resource = (section: Section, key: string): Fields | undefined => file.document[section]?.[key];

/** The resource that a monitor of Uptime Kuma became. */
function madeOf({ id }: { id: number }): { section: Section; fields: Fields } | null {
  for (const section of ["groups", "monitors", "heartbeats", "journeys"] as const) {
    const fields = resource(section, `monitor-${id}`);
    if (fields !== undefined) return { section, fields };
  }
  return null;
}

/** NTLM has no counterpart, so that the monitor is paused. */
const REVIEWED = "NTLM intranet";

function fieldsOf(monitor: ExpectedMonitor): Fields {
  const { name, type, interval, timeout, hostname, active } = monitor;
  const tags = monitor.tags.map((tag) => (tag.value === "" ? tag.name : `${tag.name}:${tag.value}`));
  const isPaused = !active || name === REVIEWED;
  return {
    type: TYPES[type] ?? type,
    ...(type !== "manual" && { interval, timeout }),
    ...(monitor.upsideDown && { invert: true }),
    ...(tags.length > 0 && { tags }),
    ...(TYPES[type] === "url" && { url: monitor.url }),
    ...(isPaused && { enabled: false }),
    ...(hostname != null && type !== "manual" && { host: hostname }),
  };
}

describe("importKuma", () => {
  test("the paused monitors are those that Uptime Kuma shows as paused", () => {
    const paused = Object.values(file.document.monitors ?? {}).filter(({ enabled }) => enabled === false);
    const names = expected.monitors
      .filter(({ active, type }) => !active && type !== "group")
      .map(({ name }) => name);
    expect(paused.map(({ name }) => name).sort()).toEqual([...names, REVIEWED].sort());
  });

  test("everything of the file is in exactly one list", () => {
    const names = entries.map(({ kind, key }) => `${kind} ${key}`);
    expect(new Set(names).size).toBe(names.length);
    const monitorKinds = ["monitor", "group", "heartbeat", "journey"];
    const monitors = entries.filter(
      ({ kind, key }) => monitorKinds.includes(kind) && key.startsWith("monitor-"),
    );
    expect(monitors.map(({ name }) => name).sort()).toEqual(expected.monitors.map(({ name }) => name).sort());
    const named = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ name }) => name);
    expect(named("channel").sort()).toEqual(expected.notifications.map(({ name }) => name).sort());
    expect(named("tag").sort()).toEqual(expected.tags.map(({ name }) => name).sort());
    expect(named("maintenance_window").sort()).toEqual(
      expected.maintenances.map(({ title }) => title).sort(),
    );
    expect(named("status_page").sort()).toEqual(expected.statusPages.map(({ title }) => title).sort());
  });

  test("a monitor without counterpart is not made", () => {
    const notMade = new Set(file.report.not_made.map(({ name }) => name));
    const without = expected.monitors.filter(({ type }) => WITHOUT_COUNTERPART.has(type));
    expect(without).toHaveLength(13);
    expect(without.filter((monitor) => madeOf(monitor) !== null || !notMade.has(monitor.name))).toEqual([]);
  });

  test("each other monitor has its type, interval, state, tags and group", () => {
    for (const monitor of expected.monitors.filter(({ type }) => !WITHOUT_COUNTERPART.has(type))) {
      const made = madeOf(monitor);
      expect(made?.fields.name).toBe(monitor.name);
      const group = monitor.parent === null ? undefined : `monitor-${monitor.parent}`;
      expect(made?.fields.parent ?? made?.fields.group).toBe(group);
      if (made?.section === "monitors") expect(made.fields).toMatchObject(fieldsOf(monitor));
    }
  });

  test("the document is valid and has no secret", () => {
    expect(readDocument(file.document).errors).toEqual([]);
    const text = JSON.stringify([file.document, file.report]);
    const values = Object.values(file.credentials).filter((value) => value.length > 8);
    expect(values.length).toBeGreaterThan(15);
    for (const value of values) expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
    expect(text.match(/fake-[\w-]*pass|fakePush|FAKE/g)).toBeNull();
    expect(file.credentials).toMatchObject({
      "/secrets/KUMA_8_PASSWORD": "fake-basic-pass",
      "/channels/notification-6/config/headers/X-Token": "fake-header-token",
      "/heartbeats/monitor-34/push_token": "fakePushTokenA000000000000000001",
    });
  });

  test("the same file becomes the same document", async () => {
    const again = await importKuma({ db: new Uint8Array(readFileSync(DATABASE)) });
    expect({ ...again, history: file.history }).toEqual(file);
    expect(again.history).toBeUndefined();
  });

  test.each([
    [
      "monitor-7",
      { body: "{{KUMA_7_BODY}}", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
    ],
    [
      "monitor-10",
      {
        auth: expect.objectContaining({
          type: "oauth2_client_credentials",
          audience: "https://api.acme.example",
        }),
      },
    ],
    ["monitor-16", { accept_statuses: ["200-299", 301, 302, 418] }],
    ["monitor-17", { follow_redirects: false, cache_bust: true }],
    [
      "monitor-26",
      { assertions: [{ type: "json_path", property: "$.queue.depth", operator: "less_than", value: 10 }] },
    ],
    [
      "monitor-32",
      { server: ["127.0.0.1"], assertions: [{ type: "answer", operator: "contains", value: "192.0.2.10" }] },
    ],
    ["monitor-33", { host: "127.0.0.1", port: 2_375, container: "web-1" }],
    ["monitor-40", { user: "monitor", password: "{{KUMA_40_PASSWORD}}", database: "wiki" }],
    [
      "monitor-46",
      {
        community: "{{KUMA_46_COMMUNITY}}",
        assertions: [{ type: "value", operator: "greater_than", value: 10 }],
      },
    ],
    ["monitor-47", { host: "api.acme.example", port: 50_051, service: "shop" }],
    ["monitor-51", { tls_mode: "none" }],
  ])("the fields of %s", (key, fields) => {
    expect(resource("monitors", key)).toMatchObject(fields);
  });

  test("rules notify of as many failures in a row as Uptime Kuma had retries, and of certificates", () => {
    expect(resource("rules", "down-t4-r100-n2-7")).toMatchObject({
      type: "consecutive_failures",
      params: { threshold: 4 },
      remind_every_seconds: 100,
      on: { targets: [{ kind: "monitor", key: "monitor-5" }] },
      channels: ["notification-2", "notification-7"],
    });
    expect(resource("rules", "certificate-3-7-30-n1-2")).toMatchObject({
      params: { subject: "certificate", days: [3, 7, 30] },
      on: { targets: [{ kind: "monitor", key: "monitor-4" }] },
    });
  });

  test("maintenances become windows of their monitors, and never of the whole organization", () => {
    expect(resource("maintenance_windows", "maintenance-2")).toMatchObject({
      mode: "pause",
      starts_at: "2027-03-01T22:00:00",
      timezone: "Europe/Berlin",
      duration_seconds: 16_200,
      show_on: ["status-page-1"],
    });
    expect(resource("maintenance_windows", "maintenance-4")).toMatchObject({
      rrule: "FREQ=WEEKLY;BYDAY=SU,SA",
      duration_seconds: 9_000,
    });
    for (const window of Object.values(file.document.maintenance_windows ?? {}))
      expect(window.on?.targets?.length).toBeGreaterThan(0);
    expect(file.report.not_made.map(({ key }) => key)).toContain("maintenance-5");
  });

  test("status pages keep their groups and components, and say what is lost", () => {
    for (const { slug, title, groups } of expected.statusPages) {
      const page = Object.values(file.document.status_pages ?? {}).find((each) => each.slug === slug);
      expect(page).toMatchObject({ title, groups: groups.map(({ name }) => ({ name })) });
      const shown = groups.flatMap(({ monitors }) => monitors);
      expect(page?.components).toHaveLength(shown.length);
    }
    const { reasons } = entries.find(({ key }) => key === "status-page-1") ?? { reasons: [] };
    expect(reasons.join(" ")).toContain("status2.acme.example");
  });

  test("history has the checks and the changes of every monitor that is made", () => {
    const flapping = file.history?.targets.find(({ key }) => key === "monitor-21");
    expect(flapping?.days).toEqual([
      {
        startsAt: new Date("2026-11-22T00:00:00Z"),
        total: 11,
        failed: 3,
        averageMs: 52.625,
        minMs: 10,
        maxMs: 257,
      },
    ]);
    expect(flapping?.changes.map(({ status }) => status)).toEqual([
      "up",
      "down",
      "up",
      "down",
      "up",
      "down",
      "up",
      "pending",
    ]);
    expect(file.history?.targets.every(({ key }) => madeOf({ id: Number(key.slice(8)) }) !== null)).toBe(
      true,
    );
  });
});
