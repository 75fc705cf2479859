import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocument } from "@vedette/contract/code/read-document.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importCheckly } from "./import-checkly.ts";

type ExpectedCheck = {
  logicalId: string;
  checkType: string;
  name: string;
  activated: boolean;
  everySeconds: number | null;
  group: string | null;
  target: string | null;
  port: number | null;
  alertChannels: string[];
  tags: string[];
};
type Fields = Record<string, unknown>;

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
}

function entriesOf({ report }: ReturnType<typeof importCheckly>): ImportEntry[] {
  return [...report.made, ...report.made_with_differences, ...report.not_made];
}

function importCheck(payload: Fields, others: Fields[] = []) {
  const base = { name: "A", checkType: "API", activated: true, frequency: 1 };
  const check = { logicalId: "a", type: "check", payload: { ...base, ...payload } };
  const imported = importCheckly(JSON.stringify({ resources: [check, ...others] }));
  expect(readDocument(imported.document).errors).toEqual([]);
  return { ...imported, monitor: imported.document.monitors?.a };
}

const request = (fields: Fields) => ({ request: { url: "https://a.example/", method: "GET", ...fields } });
const asserting = (source: string, comparison: string, target: string, property = "") =>
  request({ assertions: [{ source, comparison, target, property, regex: null }] });

describe("a debug bundle with every kind of resource", () => {
  const imported = importCheckly(fixture("debug-bundle.json"));
  const { document, report, credentials } = imported;
  const expected = JSON.parse(fixture("expected.json"));
  const made: Record<string, Fields> = { ...document.monitors, ...document.journeys, ...document.heartbeats };

  test("the document is valid", () => {
    expect(readDocument(document).errors).toEqual([]);
  });

  test("each check is in exactly one list, and made with its type, target, interval, group and tags", () => {
    const types: Record<string, string> = {
      ...{ API: "url", URL: "url", TCP: "tcp", DNS: "dns", ICMP: "ping", GRPC: "grpc", SSL: "tls" },
    };
    for (const check of expected.checks as ExpectedCheck[]) {
      const entries = entriesOf(imported).filter(
        ({ name, kind }) => name === check.name && kind !== "alert-channel",
      );
      expect(entries).toHaveLength(1);
      const fields = made[check.logicalId];
      if (check.checkType === "TRACEROUTE") {
        expect(fields).toBeUndefined();
        continue;
      }
      expect(fields).toMatchObject({
        name: check.name,
        enabled: check.activated,
        tags: expect.arrayContaining(check.tags),
        ...(check.group !== null && { group: check.group }),
        ...(types[check.checkType] !== undefined && { type: types[check.checkType] }),
      });
      if (check.everySeconds !== null)
        expect(fields?.interval ?? fields?.interval_seconds).toBe(check.everySeconds);
      if (check.target !== null) expect(String(fields?.url ?? fields?.host)).toContain(check.target);
      if (check.port !== null) expect(fields?.port).toBe(check.port);
    }
  });

  test("defaults of a group are part of its checks", () => {
    expect(made["api-get"]).toMatchObject({
      url: "{{BASE}}/orders?limit=5",
      headers: { Accept: "application/json", Authorization: "Bearer {{TOKEN}}" },
      tags: ["orders", "api", "prod"],
      ...{ retries: 3, retry: { interval_seconds: 30, backoff: "linear" } },
    });
  });

  test("a heartbeat has its own period, not the frequency", () => {
    expect(made.hb).toMatchObject({ schedule: { type: "period", seconds: 86_400 }, grace_seconds: 7_200 });
  });

  test("variables of groups come along, and secret values are only credentials", () => {
    expect(document.variables).toEqual({ BASE: "https://api.acme.example", USER_NAME: "demo" });
    expect(credentials).toMatchObject({ "/secrets/TOKEN": "fake-token", "/secrets/LOCKED": "fake" });
    const text = JSON.stringify([document, report]);
    for (const secret of ["fake-token", "fake-password", "XXXXXXXX", "0123456789abcdef"])
      expect(text).not.toContain(secret);
  });

  test("each channel is in exactly one list, and the subscriptions decide whom a rule notifies", () => {
    for (const { logicalId } of expected.alertChannels)
      expect(
        entriesOf(imported).filter(({ key, kind }) => key === logicalId && kind.endsWith("channel")),
      ).toHaveLength(1);
    const rules = Object.values(document.rules ?? {}).filter(({ type }) => type === "consecutive_failures");
    for (const { logicalId, alertChannels, group } of expected.checks as ExpectedCheck[]) {
      const wanted = [...alertChannels, ...(group === null ? [] : ["slack"])].filter(
        (key) => document.channels?.[key],
      );
      const rule = rules.find(({ selector }) => selector?.targets?.includes(logicalId));
      if (made[logicalId] !== undefined) expect(rule?.channels ?? []).toEqual([...new Set(wanted)].sort());
    }
    expect(rules.find(({ selector }) => selector?.targets?.includes("api-get"))).toMatchObject({
      ...{ confirm_seconds: 600, remind_every_seconds: 900, params: { threshold: 1 } },
    });
  });

  test("maintenance windows repeat until their end, for targets of their tags", () => {
    expect(document.maintenance_windows?.["mw-weekly"]).toMatchObject({
      ...{
        mode: "pause",
        duration_seconds: 7_200,
        rrule: "FREQ=WEEKLY;UNTIL=20280101T000000Z",
        tags: ["prod", "api"],
      },
    });
    expect(document.maintenance_windows?.["mw-once"]).not.toHaveProperty("rrule");
  });

  test("cards of a status page are groups of components", () => {
    expect(document.status_pages?.sp).toMatchObject({
      ...{ slug: "acme-status", published: false, theme: "dark" },
      components: [
        { name: "API", group: "Customer facing" },
        { name: "Web shop", group: "Customer facing" },
      ],
    });
  });

  test("every resource is reported, and a second import is equal", () => {
    const notMade = new Map(Object.entries(Object.groupBy(report.not_made, ({ kind }) => kind)));
    expect(notMade.get("private-location")).toHaveLength(1);
    expect(notMade.get("dashboard")).toHaveLength(1);
    for (const { reasons } of [...report.made_with_differences, ...report.not_made])
      expect(reasons).not.toEqual([]);
    expect(importCheckly(fixture("debug-bundle.json"))).toEqual(imported);
  });
});

describe("API checks", () => {
  test.each([
    ["JSON_BODY", "IS_NULL", "", "$.x", [{ operator: "equals", value: null }]],
    ["JSON_BODY", "HAS_KEY", "k", "$.x", [{ property: '$.x["k"]', operator: "exists" }]],
    ["JSON_BODY", "HAS_VALUE", "v", "$.x", [{ property: '$.x[?@ == "v"]', operator: "exists" }]],
    ["JSON_BODY", "EQUALS", "2", "$.x.length", [{ property: "$.x", operator: "length_equals", value: 2 }]],
    ["HEADERS", "NOT_NULL", "", "etag", [{ type: "header", property: "etag", operator: "exists" }]],
    ["TEXT_BODY", "CONTAINS", "7", "", [{ type: "body", operator: "contains", value: "7" }]],
  ])("%s %s", (source, comparison, target, property, assertions) => {
    const { monitor } = importCheck(asserting(source, comparison, target, property));
    expect(monitor?.assertions?.slice(1)).toMatchObject(assertions);
  });

  test("a check without an assertion on the status fails from 400 on, as in Checkly", () => {
    const { monitor } = importCheck(asserting("TEXT_BODY", "CONTAINS", "x"));
    expect(monitor?.assertions?.[0]).toEqual({ type: "status_code", operator: "less_than", value: 400 });
  });

  test("a path of another dialect is left out with a reason", () => {
    const { monitor, report } = importCheck(asserting("JSON_BODY", "EQUALS", "1", "$.x[(@.length-1)]"));
    expect(monitor?.assertions).toHaveLength(1);
    expect(report.made_with_differences[0]?.reasons.join()).toContain("RFC 9535");
  });

  test("a variable of the account has no value, so the check is paused", () => {
    const { monitor, document, report } = importCheck(request({ url: "{{HOST}}/x" }));
    expect(monitor).toMatchObject({ enabled: false, url: "{{HOST}}/x" });
    expect(document.variables).toEqual({ HOST: "" });
    expect(report.made_with_differences.map(({ key }) => key)).toEqual(["a", "HOST"]);
  });

  test("a credential in a header is a secret", () => {
    const { monitor, credentials } = importCheck(
      request({ headers: [{ key: "Authorization", value: "Bearer abc-123" }] }),
    );
    expect(monitor?.headers).toEqual({ Authorization: "Bearer {{CHECKLY_A_AUTHORIZATION}}" });
    expect(credentials).toEqual({ "/secrets/CHECKLY_A_AUTHORIZATION": "abc-123" });
  });

  test("a setup script pauses the check", () => {
    expect(importCheck({ ...request({}), localSetupScript: "x()" }).monitor?.enabled).toBe(false);
  });
});

describe("other checks", () => {
  test("a script that imports a package is not made", () => {
    const { report } = importCheck({ checkType: "BROWSER", script: "import axios from 'axios'" });
    expect(report.not_made).toMatchObject([
      { kind: "check", key: "a", reasons: [expect.stringContaining("axios")] },
    ]);
  });

  test("a port that must be closed", () => {
    const fields = { checkType: "TCP", shouldFail: true, request: { hostname: "a.example", port: 1 } };
    expect(importCheck(fields).monitor).toMatchObject({ type: "tcp", expect_closed: true });
  });

  test("a muted check has a disabled rule, and alerts after its own number of runs", () => {
    const { document } = importCheck(
      {
        ...request({}),
        muted: true,
        alertSettings: { escalationType: "RUN_BASED", runBasedEscalation: { failedRunThreshold: 3 } },
      },
      [
        {
          logicalId: "m",
          type: "alert-channel",
          payload: { type: "EMAIL", config: { address: "a@b.example" } },
        },
        {
          logicalId: "s",
          type: "alert-channel-subscription",
          payload: { alertChannelId: { ref: "m" }, checkId: { ref: "a" } },
        },
      ],
    );
    expect(Object.values(document.rules ?? {})).toMatchObject([{ enabled: false, params: { threshold: 3 } }]);
  });

  test("the answer of GET /v1/checks is taken too", () => {
    const check = {
      id: "0b1c",
      name: "A",
      checkType: "URL",
      frequency: 5,
      request: { url: "https://a.example/" },
    };
    const { document } = importCheckly(JSON.stringify([check]));
    expect(document.monitors?.["0b1c"]).toMatchObject({ type: "url", interval: 300 });
  });
});

describe("bad input", () => {
  test.each([
    ["{}", "must be the debug-bundle.json"],
    ["[]", "contains no resource"],
    ["{", "is neither valid JSON nor YAML"],
  ])("%s is refused with a sentence", (text, message) => {
    expect(() => importCheckly(text)).toThrow(message);
  });

  test("any payload becomes a valid document", () => {
    const types = [
      "check",
      "check-group",
      "alert-channel",
      "maintenance-window",
      "status-page",
      "constructor",
    ];
    const checkType = fc.constantFrom(
      "API",
      "TCP",
      "DNS",
      "ICMP",
      "GRPC",
      "SSL",
      "HEARTBEAT",
      "BROWSER",
      "x",
    );
    const payload = fc.record(
      {
        checkType,
        request: fc.jsonValue({ maxDepth: 3 }),
        config: fc.jsonValue({ maxDepth: 2 }),
        name: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const resource = fc.record({ logicalId: fc.string(), type: fc.constantFrom(...types), payload });
    fc.assert(
      fc.property(fc.array(resource, { minLength: 1, maxLength: 5 }), (resources) => {
        const { document } = importCheckly(JSON.stringify({ resources }));
        expect(readDocument(document).errors).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
