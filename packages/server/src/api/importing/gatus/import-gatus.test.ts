import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readDocument } from "@vedette/contract/code/read-document.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importGatus } from "./import-gatus.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const ENV = { API_TOKEN: "fake-api-token", OAUTH_SECRET: "fake-oauth-secret", POSTGRES_PASSWORD: "fake-pw" };

type ExpectedEndpoint = {
  name: string;
  group: string;
  enabled: boolean;
  type: string;
  url: string;
  method: string | null;
  everySeconds: number;
};

function fixture(path: string): string {
  return readFileSync(join(FIXTURES, path), "utf8");
}

function importText(text: string, env: Record<string, string> = {}) {
  return importGatus({ files: [{ path: "config.yaml", text }], env });
}

function entriesOf({ report }: ReturnType<typeof importGatus>): ImportEntry[] {
  return [...report.made, ...report.made_with_differences, ...report.not_made];
}

const endpoints = (...lines: string[]) => `endpoints:\n${lines.map((line) => `  - ${line}\n`).join("")}`;

describe("a configuration with everything", () => {
  const imported = importText(fixture("config.yaml"), ENV);
  const { document, report, credentials } = imported;
  const expected = JSON.parse(fixture("expected.json"));
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
      expect(entriesOf(imported).filter((entry) => entry.key === key)).toHaveLength(1);
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
    const channels = entriesOf(imported).filter(({ kind }) => kind === "channel");
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
    expect(importText(fixture("config.yaml"), ENV)).toEqual(imported);
  });

  test("every entry that is not made as it was has a reason", () => {
    for (const { reasons } of [...report.made_with_differences, ...report.not_made])
      expect(reasons).not.toEqual([]);
    for (const { reasons } of report.made) expect(reasons).toEqual([]);
  });
});

describe("a folder", () => {
  const paths = readdirSync(join(FIXTURES, "folder"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(FIXTURES, "folder"), join(entry.parentPath, entry.name)));
  const files = paths.map((path) => ({ path, text: fixture(join("folder", path)) }));
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

describe("secrets", () => {
  test("credentials in URLs, queries and headers become secrets", () => {
    const { document, credentials } = importText(
      endpoints(
        '{name: a, url: "https://ada:s3cret-pw@a.example/?api_key=k-123456&x=1", headers: {X-Api-Key: h-123456}}',
      ),
    );
    expect(document.monitors?._a).toMatchObject({
      url: "https://a.example/?api_key={{GATUS_A_API_KEY}}&x=1",
      auth: { type: "basic", username: "ada", password: "{{GATUS_A_PASSWORD}}" },
      headers: { "X-Api-Key": "{{GATUS_A_X_API_KEY}}" },
    });
    expect(Object.values(credentials).sort()).toEqual(["h-123456", "k-123456", "s3cret-pw"]);
  });

  test("a monitor without a value of its environment variable is paused", () => {
    const { document, report } = importText(
      endpoints('{name: a, url: "https://a.example", headers: {Authorization: "Bearer $A_TOKEN"}}'),
    );
    expect(document.variables).toEqual({ A_TOKEN: "" });
    expect(document.monitors?._a).toMatchObject({
      enabled: false,
      headers: { Authorization: "Bearer {{A_TOKEN}}" },
    });
    expect(report.made_with_differences.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      "monitor _a",
      "variable A_TOKEN",
    ]);
  });

  test("credentials in the fields of a body become secrets, and the rest of its text stays", () => {
    const bodyOf = (body: string) => {
      const text = endpoints(
        `{name: a, url: "https://a.example", method: POST, body: ${JSON.stringify(body)}}`,
      );
      const { document, credentials } = importText(text);
      return [document.monitors?._a?.body, Object.values(credentials)];
    };
    expect(bodyOf('{"user": "ada",  "password":"pw\\n1", "n": 1.0}')).toEqual([
      '{"user": "ada",  "password":"{{GATUS_A_PASSWORD}}", "n": 1.0}',
      ["pw\\n1"],
    ]);
    expect(bodyOf("grant=x&client_secret=s1")).toEqual([
      "grant=x&client_secret={{GATUS_A_CLIENT_SECRET}}",
      ["s1"],
    ]);
  });

  test("a token that a suite passes on is a variable, not a secret", () => {
    const first = { name: "login", url: "https://a.example/login", store: { token: "[BODY].token" } };
    const headers = { Authorization: "Bearer [CONTEXT].token" };
    const second = {
      name: "use",
      url: "https://a.example/",
      headers,
      body: '{"token":"[CONTEXT].token"}',
      method: "POST",
    };
    const { document } = importText(JSON.stringify({ suites: [{ name: "s", endpoints: [first, second] }] }));
    expect(document.secrets).toBeUndefined();
    expect(document.api_monitors?._s?.steps[1]).toMatchObject({
      headers: { Authorization: "Bearer {{token}}" },
      body: '{"token":"{{token}}"}',
    });
  });

  test("a client certificate that is uploaded is used, with its key as a secret", () => {
    const tls = {
      "certificate-file": "/etc/gatus/certs/c.crt",
      "private-key-file": "/etc/gatus/certs/c.key",
    };
    const text = JSON.stringify({ endpoints: [{ name: "a", url: "https://a.example", client: { tls } }] });
    const certificate = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----";
    const { document, credentials } = importGatus({
      files: [
        { path: "config.yaml", text },
        { path: "certs/c.crt", text: certificate },
        { path: "certs/c.key", text: "fake key" },
      ],
      env: {},
    });
    expect(readDocument(document).errors).toEqual([]);
    expect(document.monitors?._a).toMatchObject({
      enabled: true,
      auth: { type: "mtls", certificate, key: "{{GATUS_A_CLIENT_KEY}}" },
    });
    expect(credentials).toEqual({ "/secrets/GATUS_A_CLIENT_KEY": "fake key" });
  });

  test("literal braces are not variables", () => {
    const { document } = importText(
      endpoints('{name: a, url: "https://a.example", method: POST, body: "{{x}}"}'),
    );
    expect(document.monitors?._a).toMatchObject({ body: "\\{{x}}" });
  });
});

describe("conditions", () => {
  const assertionsOf = (condition: string, url = "https://a.example") =>
    importText(endpoints(`{name: a, url: "${url}", conditions: [${JSON.stringify(condition)}]}`)).document
      .monitors?._a;

  test.each([
    [
      "[STATUS] == pat(2*)",
      [
        ["greater_than_or_equal", 200],
        ["less_than_or_equal", 299],
      ],
    ],
    ["[STATUS] == pat(4?9)", [["in", [409, 419, 429, 439, 449, 459, 469, 479, 489, 499]]]],
    ["200 == [STATUS]", [["equals", 200]]],
    ["500 > [STATUS]", [["less_than", 500]]],
    ["[RESPONSE_TIME] < 1.5s", [["less_than", 1_500]]],
    ["[BODY] == pat(*up*)", [["contains", "up"]]],
    ["[BODY] == pat(a*b)", [["matches", "^a.*b$"]]],
    ["[BODY] != any(a, b)", [["not_in", ["a", "b"]]]],
    ["[BODY].x-y[0] != pat(*z*)", [["not_contains", "z"]]],
    ["len([BODY].list) >= 3", [["length_greater_than", 2]]],
    ["has([BODY].x) == true", [["exists", undefined]]],
    ["[CERTIFICATE_EXPIRATION] > 36h", [["greater_than_or_equal", 2]]],
  ])("%s", (condition, expected) => {
    const assertions = assertionsOf(condition)?.assertions ?? [];
    expect(assertions.map(({ operator, value }) => [operator, value])).toEqual(expected);
  });

  test("without an assertion any status is accepted, and a refused connection is expected if Gatus expects one", () => {
    expect(assertionsOf("[CONNECTED] == true")).toMatchObject({ accept_statuses: ["100-599"] });
    expect(assertionsOf("[CONNECTED] == false", "tcp://a.example:80")).toMatchObject({ expect_closed: true });
  });

  test("any text becomes a valid monitor or a reason", () => {
    const part = fc.constantFrom(
      ...[
        "[STATUS]",
        "[BODY]",
        "[BODY].a[0]",
        "len([BODY].a)",
        "has([BODY])",
        "[IP]",
        "[CONNECTED]",
        "pat(",
        "pat(*a?[)",
      ],
      ...[
        "any(1, pat(x))",
        " == ",
        " < ",
        " != ",
        "200",
        "true",
        "48h",
        "{{x}}",
        "[CONTEXT].a",
        "[DOMAIN_EXPIRATION]",
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 12 })), { maxLength: 5 }), (parts) => {
        const text = JSON.stringify({
          endpoints: [{ name: "a", url: "https://a.example", conditions: [parts.join("")] }],
        });
        const { document, report } = importText(text.replaceAll("$", "$$$$"));
        expect(readDocument(document).errors).toEqual([]);
        expect(report.not_made.filter(({ kind }) => kind === "endpoint")).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("bad input", () => {
  test.each([
    ["no file", [], "upload the config.yaml"],
    ["a list", [{ path: "c.yaml", text: "- a" }], "c.yaml must hold an object"],
    ["a syntax error", [{ path: "c.yaml", text: "a: [1\nb: 2" }], "c.yaml is neither valid JSON nor YAML"],
    [
      "a folder without YAML",
      [
        { path: "a.txt", text: "" },
        { path: "b.txt", text: "" },
      ],
      "*.yaml or *.yml",
    ],
    ["a tag", [{ path: "c.yaml", text: "a: !!js/function 'x'" }], "c.yaml is neither"],
  ])("%s is refused with a sentence", (_, files, message) => {
    expect(() => importGatus({ files, env: {} })).toThrow(message);
  });

  test("aliases that repeat without end are refused", () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `l${level + 1}: &l${level + 1} [*l${level}, *l${level}]`,
    );
    expect(() => importText(["l0: &l0 [x]", ...levels].join("\n"))).toThrow("repeats itself too often");
    const keys = Array.from({ length: 2_000 }, (_, index) => `k${index}: 1`).join(", ");
    const merges = Array.from({ length: 200 }, (_, index) => `m${index}: {<<: *big}`);
    expect(() => importText([`big: &big {${keys}}`, ...merges].join("\n"))).toThrow(
      "repeats itself too often",
    );
  });

  test("a section of another type is reported", () => {
    const { report } = importText("endpoints: {a: {url: 'https://a.example'}}\nalerting: [slack]");
    expect(report.not_made.map(({ key, reasons }) => `${key}: ${reasons}`)).toEqual([
      "endpoints: It must be a list, so that nothing of it is imported.",
      "alerting: It must be an object, so that nothing of it is imported.",
    ]);
  });

  test("too many endpoints are refused", () => {
    const many = Array.from({ length: 5_001 }, (_, index) => ({
      name: `e${index}`,
      url: "tcp://a.example:1",
    }));
    expect(() => importText(JSON.stringify({ endpoints: many }))).toThrow("more than 5000");
  });

  test("hostile values are cleaned, set to limits or reported", () => {
    const endpoint = {
      name: `a\u0000b${"x".repeat(300)}`,
      group: "../../etc",
      url: "https://a.example",
      interval: "1ns",
      client: { timeout: "99h", __proto__: { x: 1 } },
      headers: { "Bad Header": "x", Ok: "line\nbreak" },
      conditions: ["[BODY] == pat([)", 7, null],
      "extra-labels": { ["k".repeat(80)]: "v" },
      alerts: [null, { type: "slack" }, "x"],
      "maintenance-windows": [{ start: "25:00" }, 7],
      constructor: 1,
    };
    const { document, report } = importText(JSON.stringify({ endpoints: [endpoint, null, 3, { url: 5 }] }));
    expect(readDocument(document).errors).toEqual([]);
    const [monitor] = Object.values(document.monitors ?? {});
    expect(monitor).toMatchObject({ interval: 1, timeout: 300 });
    expect(String(monitor?.name)).toHaveLength(200);
    expect(report.not_made.filter(({ kind }) => kind === "endpoint")).toHaveLength(3);
    expect(report.not_made.filter(({ kind }) => kind === "maintenance")).toHaveLength(2);
  });

  test("any JSON becomes a valid document or a sentence", () => {
    const section = fc.constantFrom(
      "endpoints",
      "alerting",
      "suites",
      "external-endpoints",
      "maintenance",
      "ui",
    );
    fc.assert(
      fc.property(fc.dictionary(section, fc.jsonValue({ maxDepth: 4 })), (config) => {
        const { document } = importText(JSON.stringify(config).replaceAll("$", "$$$$"));
        expect(readDocument(document).errors).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
