import { CHECK_FIELDS } from "@vedette/contract/checks/check-kinds.ts";
import { describe, expect, test } from "vitest";
import { MINIMAL_MONITOR, MONITORS_URL, monitorsLab } from "../../../../test/labs/monitors-lab.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";

const lab = monitorsLab();
const { create, get, createMonitor, stored, series } = lab;

/** What the response shows of fields that only other types have. */
const FIELDS_OF_OTHER_TYPES = Object.fromEntries(
  Object.entries(CHECK_FIELDS).map(([name, { absent }]) => [name, absent]),
);

describe("creating", () => {
  test("a URL monitor with the required fields sets every default", async () => {
    const monitor = await createMonitor();
    expect(monitor).toEqual({
      ...FIELDS_OF_OTHER_TYPES,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: lab.org.orgId,
      name: "m",
      description: "",
      runbook_url: null,
      owner: null,
      group_id: null,
      type: "url",
      url: "http://127.0.0.1/",
      method: "GET",
      host: null,
      port: null,
      interval: 60,
      timeout: 30,
      locations: ["default"],
      headers: {},
      assertions: [],
      enabled: true,
      retries: 1,
      retry: { count: 1, interval_seconds: 1, backoff: "fixed", other_location: false },
      follow_redirects: true,
      max_redirects: 10,
      auth: null,
      proxy: null,
      verify_tls: true,
      accept_statuses: null,
      ip_family: "any",
      resolve: {},
      cache_bust: false,
      keep_body: "never",
      invert: false,
      confirm_interval: null,
      body: null,
      degraded_after_ms: null,
      tags: [],
      parents: [],
      paused_reason: null,
      snooze: null,
      managed_by: null,
      status_reason: null,
      status: "pending",
      status_since: monitor.created_at,
      last_checked_at: null,
      last_response_time_ms: null,
      ssl_expires_at: null,
      baseline: null,
      set_status: null,
      domain_expires_at: null,
      registration: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: monitor.created_at,
    });
    expect((await get(monitor.id)).json().data).toEqual(monitor);
    expect(await series(monitor.id)).toEqual([{ location: "default", active: true, status: "pending" }]);
    expect((await stored(monitor.id)).shard).toBe(shardOf(monitor.id));
  });

  test("with all fields stores all fields, and assertions under their long names", async () => {
    const token = { name: "TOKEN", value: "t" };
    await lab.running.call(lab.org.keys.admin, { method: "POST", url: "/api/v1/variables", payload: token });
    const monitor = await createMonitor({
      org_id: lab.org.orgId,
      name: "  full  ",
      description: "Orders",
      type: "url",
      url: "https://example.com/a?b={{TOKEN}}",
      method: "POST",
      interval: 1.5,
      timeout: 0.25,
      locations: ["default", "eu-west"],
      headers: { "X-Z": "1", Accept: "text/html" },
      assertions: [
        { type: "status_code", operator: "eq", value: "200" },
        { type: "header", operator: "regex", property: "content-type", value: "^text/" },
        { type: "json_path", operator: "exists", property: "$.a" },
      ],
      enabled: false,
      retries: 0,
      follow_redirects: false,
      verify_tls: false,
      body: "x=1",
      degraded_after_ms: 500,
      tags: ["a", "b"],
    });
    expect(monitor).toMatchObject({
      name: "full",
      description: "Orders",
      method: "POST",
      interval: 1.5,
      timeout: 0.25,
      locations: ["default", "eu-west"],
      headers: { "X-Z": "1", Accept: "text/html" },
      assertions: [
        { type: "status_code", property: null, operator: "equals", value: 200 },
        { type: "header", property: "content-type", operator: "matches", value: "^text/" },
        { type: "json_path", property: "$.a", operator: "exists", value: null },
      ],
      enabled: false,
      status: "paused",
      body: "x=1",
      degraded_after_ms: 500,
      tags: ["a", "b"],
    });
  });

  test("a TCP monitor requires host and port and has no method", async () => {
    const monitor = await createMonitor({ name: "t", type: "tcp", host: "db.internal", port: 5432 });
    expect(monitor).toMatchObject({ type: "tcp", host: "db.internal", port: 5432, method: null, url: null });
  });

  test.each([
    ["a URL monitor without URL", { ...MINIMAL_MONITOR, url: null }, "url"],
    ["credentials in the URL", { ...MINIMAL_MONITOR, url: "http://u:p@a/" }, "url"],
    ["another scheme", { ...MINIMAL_MONITOR, url: "file:///etc/passwd" }, "url"],
    ["a port with a URL", { ...MINIMAL_MONITOR, port: 80 }, "port"],
    ["a body with GET", { ...MINIMAL_MONITOR, body: "x" }, "body"],
    ["a URL with TCP", { name: "t", type: "tcp", host: "a", port: 1, url: "http://a/" }, "url"],
    ["TCP without port", { name: "t", type: "tcp", host: "a" }, "port"],
    ["a line break in a header", { ...MINIMAL_MONITOR, headers: { "X-A": "a\r\nEvil: 1" } }, "headers.X-A"],
    ["a repeated location", { ...MINIMAL_MONITOR, locations: ["a", "a"] }, "locations"],
    ["no location", { ...MINIMAL_MONITOR, locations: [] }, "locations"],
    [
      "an operator that does not apply",
      { ...MINIMAL_MONITOR, assertions: [{ type: "status_code", operator: "contains", value: 2 }] },
      "assertions.0.operator",
    ],
    ["an interval of 0.5 s", { ...MINIMAL_MONITOR, interval: 0.5 }, "interval"],
    ["a timeout of 301 s", { ...MINIMAL_MONITOR, timeout: 301 }, "timeout"],
    ["a name of 201 characters", { ...MINIMAL_MONITOR, name: "n".repeat(201) }, "name"],
  ])("with %s is rejected with the field name and writes nothing", async (_name, payload, path) => {
    const response = await create(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path }]);
    const list = await lab.running.call(lab.org.keys.admin, { method: "GET", url: MONITORS_URL });
    expect(list.json()).toEqual({ success: true, data: [], meta: { next_cursor: null, has_more: false } });
  });

  test("ignores read-only fields such as id and status", async () => {
    const first = await createMonitor();
    const second = await createMonitor({
      ...MINIMAL_MONITOR,
      id: first.id,
      status: "up",
      created_at: "1999-01-01T00:00:00.000Z",
    });
    expect(second.id).not.toBe(first.id);
    expect(second.status).toBe("pending");
    expect(second.created_at > "2020").toBe(true);
  });

  test("notifies the schedulers with id and shard after the commit", async () => {
    const heard: string[] = [];
    const stop = await lab.running.database.listen("target_changed", (payload) => heard.push(payload));
    const monitor = await createMonitor();
    await expect.poll(() => heard).toContain(`${shardOf(monitor.id)}:${monitor.id}`);
    await stop();
  });
});
