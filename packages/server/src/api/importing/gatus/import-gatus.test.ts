import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { readDocument } from "@vedette/contract/code/read-document.ts";
import { describe, expect, test } from "vitest";
import {
  GATUS_ENV,
  GATUS_FIXTURES,
  gatusEntries,
  gatusFixture,
  importGatusText,
} from "../../../../test/labs/gatus.ts";
import { importGatus } from "./import-gatus.ts";

type ExpectedEndpoint = {
  name: string;
  group: string;
  enabled: boolean;
  type: string;
  url: string;
  method: string | null;
  everySeconds: number;
};

describe("a configuration with everything", () => {
  const imported = importGatusText(gatusFixture("config.yaml"), GATUS_ENV);
  const { document, report, credentials } = imported;
  const expected = JSON.parse(gatusFixture("expected.json"));
  const monitors: Record<string, Record<string, unknown>> = document.monitors ?? {};

  test("the document is valid", () => {
    expect(readDocument(document).errors).toEqual([]);
    expect(document.project).toBe("import:gatus");
  });

  test("each endpoint is in exactly one list, and made with its type, address and schedule", () => {
    const types: Record<string, string> = {
      ...{ HTTP: "url", TCP: "tcp", ICMP: "ping", WEBSOCKET: "websocket", STARTTLS: "tls", TLS: "tls" },
      ...{ GRPC: "grpc", SSH: "ssh", DNS: "dns" },
    };
    const made: string[] = [];
    for (const endpoint of expected.endpoints as ExpectedEndpoint[]) {
      const key = `${endpoint.group}_${endpoint.name}`;
      expect(gatusEntries(imported).filter((entry) => entry.key === key)).toHaveLength(1);
      const monitor = monitors[key];
      if (monitor === undefined) continue;
      made.push(endpoint.name);
      const isPaused = ["mtls", "through-a-tunnel"].includes(endpoint.name);
      const [, host = ""] = /^(?:\w+:\/\/)?([^/:]+)/.exec(endpoint.url) ?? [];
      expect({ key, ...monitor }).toMatchObject({
        ...{ key, name: endpoint.name, type: types[endpoint.type], interval: endpoint.everySeconds },
        enabled: endpoint.enabled && !isPaused,
        ...(endpoint.group !== "" && { group: endpoint.group }),
        ...(endpoint.method !== null && { method: endpoint.method, url: endpoint.url }),
        ...(endpoint.type === "DNS" && { server: [host] }),
        ...(["TCP", "ICMP", "TLS", "STARTTLS", "GRPC", "SSH"].includes(endpoint.type) && { host }),
      });
    }
    const skipped = report.not_made.filter(({ kind }) => kind === "endpoint").map(({ name }) => name);
    expect(skipped.sort()).toEqual(["iap", "sctp", "udp"]);
    expect(made).toHaveLength(expected.endpoints.length - skipped.length);
  });

  test("a merge key shares settings, and an own list replaces that of the anchor", () => {
    expect(monitors["core_front-end"]).toMatchObject({
      timeout: 5,
      tags: ["environment:production", "team:web"],
    });
    expect(monitors.core_api?.assertions).toHaveLength(13);
  });

  test("environment variables are secrets, and no secret is in the document", () => {
    expect(monitors.core_api?.headers).toMatchObject({ Authorization: "Bearer {{API_TOKEN}}" });
    expect(credentials).toMatchObject({
      "/secrets/API_TOKEN": "fake-api-token",
      "/secrets/OAUTH_SECRET": "fake-oauth-secret",
      "/heartbeats/jobs_nightly-backup/push_token": "fake-external-token",
      "/channels/slack-core/config/webhook_url": expect.stringContaining("B00000001"),
    });
    const text = JSON.stringify([document, report]);
    for (const secret of Object.values(credentials))
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
  });

  test("two dollar signs are one", () => {
    expect(monitors["core_create-order"]?.body).toContain('"$19.99"');
  });

  test("each alerting provider is a channel or is reported", () => {
    const channels = gatusEntries(imported).filter(({ kind }) => kind === "channel");
    for (const provider of expected.alertingProviders)
      expect(channels.filter(({ key }) => key === provider)).toHaveLength(1);
    const notMade = report.not_made.filter(({ kind }) => kind === "channel").map(({ key }) => key);
    expect(notMade).toEqual(["telegram", "opsgenie", "ntfy", "mattermost", "twilio", "pushover", "matrix"]);
  });

  test("an alert inherits from the default alert, and notifies the channel of its group", () => {
    const rules = Object.values(document.rules ?? {});
    expect(rules.find(({ name }) => name === "Gatus slack: 5 failures")).toMatchObject({
      params: { threshold: 5 },
      ...{
        recovery_threshold: 2,
        notify_recovery: true,
        remind_every_seconds: 1_800,
        channels: ["slack-core"],
      },
      selector: { targets: ["core_front-end"] },
    });
    expect(rules.find(({ name }) => name === "Gatus custom: 3 failures")).toMatchObject({
      channels: ["custom-databases_tcp"],
    });
  });

  test("maintenance is a window in which checks go on", () => {
    expect(document.maintenance_windows?.maintenance).toMatchObject({
      ...{ mode: "mute", counts_uptime: true, timezone: "Europe/Berlin", duration_seconds: 5_400 },
      ...{ starts_at: "2026-01-05T23:00:00", rrule: "FREQ=WEEKLY;BYDAY=MO,TH" },
    });
    expect(document.maintenance_windows?.["core_api-maintenance-1"]).toMatchObject({
      rrule: "FREQ=WEEKLY;BYDAY=SU",
      starts_at: "2026-01-11T02:00:00",
      selector: { targets: ["core_api"] },
    });
  });

  test("external endpoints are heartbeats with their token", () => {
    expect(document.heartbeats?.["jobs_nightly-backup"]).toMatchObject({
      schedule: { type: "period", seconds: expected.externalEndpoints[0].heartbeatSeconds },
      push_token: { env: "GATUS_TOKEN_JOBS_NIGHTLY_BACKUP" },
    });
    expect(document.heartbeats?.["_pushed-by-ci"]).toMatchObject({ enabled: false });
  });

  test("a suite is an API monitor whose steps share the context", () => {
    const suite = document.api_monitors?.["flows_order-workflow"];
    expect(suite).toMatchObject({ interval: 600, timeout: 120, variables: { price: "19.99", retries: "3" } });
    expect(suite?.steps).toMatchObject([
      { name: "create", method: "POST", body: '{"price": "{{price}}"}', extract: [{ name: "itemId" }] },
      { name: "read", url: "https://api.acme.example/items/{{itemId}}" },
      { name: "delete", method: "DELETE", always_run: true },
    ]);
  });

  test("settings and announcements are reported with what to do", () => {
    const settings = report.not_made.filter(({ kind }) => kind === "setting");
    expect(settings.map(({ key }) => key)).toContain("storage");
    expect(settings.find(({ key }) => key === "connectivity")?.reasons[0]).toContain(
      "VEDETTE_CANARIES=192.0.2.53:53",
    );
    expect(report.not_made.filter(({ kind }) => kind === "announcement")).toHaveLength(3);
  });

  test("a second import makes the same document", () => {
    expect(importGatusText(gatusFixture("config.yaml"), GATUS_ENV)).toEqual(imported);
  });

  test("every entry that is not made as it was has a reason", () => {
    for (const { reasons } of [...report.made_with_differences, ...report.not_made])
      expect(reasons).not.toEqual([]);
    for (const { reasons } of report.made) expect(reasons).toEqual([]);
  });
});

describe("a folder", () => {
  const paths = readdirSync(join(GATUS_FIXTURES, "folder"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(GATUS_FIXTURES, "folder"), join(entry.parentPath, entry.name)));
  const files = paths.map((path) => ({ path, text: gatusFixture(join("folder", path)) }));
  const env = { SLACK_WEBHOOK_URL: "https://hooks.slack.com/services/T0/B0/X" };
  const { document, report } = importGatus({ files, env });

  test("its YAML files are merged, and other files are reported", () => {
    expect(Object.keys(document.monitors ?? {}).sort()).toEqual(["backend_db", "frontend_web"]);
    expect(document.status_pages?.merged).toMatchObject({ title: "Merged" });
    expect(report.not_made.filter(({ kind }) => kind === "file").map(({ key }) => key)).toEqual([
      "notes.txt",
    ]);
  });

  test("a channel without its environment variable is not made, and a disabled alert is a disabled rule", () => {
    expect(report.not_made.find(({ kind }) => kind === "channel")).toMatchObject({
      key: "discord",
      reasons: ["The environment variable 'DISCORD_WEBHOOK_URL' was not given."],
    });
    expect(Object.values(document.rules ?? {}).map(({ enabled }) => enabled)).toEqual([true, false]);
  });

  test("a setting in two files is reported", () => {
    const conflict = importGatus({
      files: [
        { path: "a.yaml", text: "ui: {title: One}" },
        { path: "b.yml", text: "ui: {title: Two}" },
      ],
      env: {},
    });
    expect(conflict.report.not_made).toMatchObject([{ kind: "setting", key: "ui.title" }]);
    expect(Object.keys(conflict.document.status_pages ?? {})).toEqual(["one"]);
  });
});
