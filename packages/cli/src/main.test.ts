import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "./main.ts";

/** The responses of the test server, and the requests that it received. */
type TestResponse = { status?: number; headers?: Record<string, string>; body: unknown };
type Asked = {
  method: string;
  url: string;
  key: string | undefined;
  ifMatch: string | undefined;
  body: string;
};

const MONITOR = {
  id: "01a1fbb4-893a-7178-838f-305c66bcb89e",
  name: "Shop",
  type: "url",
  url: "https://shop.example/health",
  host: null,
  port: null,
  interval: 60,
  timeout: 30,
  locations: ["default"],
  tags: [],
  status: "up",
  status_since: "2026-01-01T00:00:00.000Z",
  status_reason: null,
  last_checked_at: "2026-01-02T00:00:00.000Z",
  last_response_time_ms: 132.4,
  ssl_expires_at: null,
};
const RESULT = { location: "default", status: "up", status_code: 200, response_time_ms: 132.4, error: null };
const REFUSED = { code: "CONNECT_REFUSED", message: "127.0.0.1:9 refused the connection", phase: "connect" };

let server: Server;
let responses: TestResponse[] = [];
let asked: Asked[] = [];

beforeEach(async () => {
  responses = [];
  asked = [];
  server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const { authorization: key, "if-match": ifMatch } = headers;
    asked.push({ method, url, key, ifMatch, body: await textOf(request) });
    const {
      status = 200,
      headers: own,
      body,
    }: TestResponse = responses.shift() ?? { status: 500, body: "no response was prepared" };
    response.writeHead(status, { "content-type": "application/json", ...own });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("monitors list", () => {
  test("fetches all pages and shows one line per monitor", async () => {
    responses = [
      { body: { success: true, data: [MONITOR], meta: { next_cursor: "c 1", has_more: true } } },
      { body: { success: true, data: [{ ...MONITOR, name: "Blog" }], meta: { next_cursor: null } } },
    ];
    const { code, out } = await vdt("monitors list --status up");
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
      ["STATUS", "NAME", "TARGET", "RESPONSE"],
      ["up", "Shop", "https://shop.example/health", "132 ms"],
      ["up", "Blog", "https://shop.example/health", "132 ms"],
    ]);
    expect(asked.map(({ method, key }) => [method, key])).toEqual([
      ["GET", "Bearer vdt_agent_x"],
      ["GET", "Bearer vdt_agent_x"],
    ]);
    expect(asked[0]?.url).toMatch(/^\/api\/v1\/monitors\?.*status=up/);
    expect(asked[1]?.url).toContain("cursor=c+1");
  });

  test("--json prints the monitors of all pages as one array", async () => {
    responses = [{ body: { success: true, data: [MONITOR], meta: { next_cursor: null } } }];
    expect(JSON.parse((await vdt("monitors list --json")).out)).toEqual([MONITOR]);
  });

  test("removes terminal control characters from names", async () => {
    const name = "\u001b[2Jgone\r\n\u202eevil";
    responses = [{ body: { success: true, data: [{ ...MONITOR, name }], meta: { next_cursor: null } } }];
    const { out } = await vdt("monitors list");
    expect(out).not.toContain("\u001b");
    expect(out).not.toContain("\u202e");
    expect(out.split("\n")).toHaveLength(2);
  });
});

describe("monitors check", () => {
  test.each([
    ["up", 0],
    ["degraded", 0],
    ["down", 1],
    ["error", 6],
  ])("a monitor that is %s ends with code %i", async (status, expected) => {
    responses = [{ body: { success: true, data: { status, results: [{ ...RESULT, status }] } } }];
    const { code, out } = await vdt("monitors check 7");
    expect([code, out]).toEqual([expected, `${status}  default  200  132 ms`]);
    expect(asked[0]).toMatchObject({ method: "POST", url: "/api/v1/monitors/7/check" });
  });

  test("shows the error of a failed location", async () => {
    const failed = { ...RESULT, status: "down", status_code: null, response_time_ms: null, error: REFUSED };
    responses = [{ body: { success: true, data: { status: "down", results: [RESULT, failed] } } }];
    expect((await vdt("monitors check 7")).out).toContain(
      "CONNECT_REFUSED: 127.0.0.1:9 refused the connection",
    );
  });
});

test.each([
  ["--name A --url https://a --interval 0.5", "", { type: "url", url: "https://a", interval: 0.5 }],
  ["--name A --type tls --host b --file -", '{"port":25}', { type: "tls", host: "b", port: 25 }],
])("create %s sends the fields and prints only the ID", async (words, input, fields) => {
  responses = [{ status: 201, body: { success: true, data: MONITOR } }];
  const { code, out, complaint } = await vdt(`monitors create ${words}`, {}, { input });
  expect([code, out, complaint]).toEqual([0, MONITOR.id, "Shop is checked every 60 s."]);
  expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ name: "A", ...fields });
});

test("get shows the monitor, and escapes a slash in an ID", async () => {
  responses = [{ body: { success: true, data: MONITOR } }];
  expect((await vdt("monitors get a/b")).out).toContain("up since 2026-01-01T00:00:00.000Z");
  expect(asked[0]?.url).toBe("/api/v1/monitors/a%2Fb");
});

describe("monitors update", () => {
  const stored = { ...MONITOR, updated_at: "2026-01-01T00:00:00.000Z" };
  const got = { headers: { etag: '"v1"' }, body: { success: true, data: stored } };
  const edited = (fields: object) => ({ input: JSON.stringify({ ...stored, ...fields }) });

  test("changes the given fields of any version", async () => {
    responses = [{ body: { success: true, data: stored } }];
    expect(await vdt("monitors update 7 --name Shop --interval 90")).toMatchObject({
      code: 0,
      out: "Shop was updated.",
    });
    expect(asked[0]).toMatchObject({ method: "PUT", url: "/api/v1/monitors/7", ifMatch: undefined });
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ name: "Shop", interval: 90 });
  });

  test("sends an edited file with the version that it was read from", async () => {
    responses = [got, { body: { success: true, data: { ...stored, name: "Edited" } } }];
    const { code, out } = await vdt("monitors update 7 --file -", {}, edited({ name: "Edited" }));
    expect([code, out]).toEqual([0, "Edited was updated."]);
    expect([asked[1]?.method, asked[1]?.ifMatch]).toEqual(["PUT", '"v1"']);
    expect(JSON.parse(asked[1]?.body ?? "")).toMatchObject({ name: "Edited", url: MONITOR.url });
  });

  test("rejects a file that is older than the monitor, and sends no change", async () => {
    responses = [got];
    const old = edited({ updated_at: "2025-12-31T00:00:00.000Z" });
    const { code, complaint } = await vdt("monitors update 7 --file -", {}, old);
    expect([code, asked.length]).toEqual([3, 1]);
    expect(complaint).toContain("The monitor was changed at 2026-01-01T00:00:00.000Z, after - was written.");
  });

  test("reports who changed the monitor since then", async () => {
    const conflict = { changed_at: "2026-01-01T00:00:01.000Z", changed_by: { kind: "member", name: "Ada" } };
    const error = { code: "PRECONDITION_FAILED", message: "This was changed since you read it.", conflict };
    responses = [got, { status: 412, body: { success: false, error } }];
    const { code, complaint } = await vdt("monitors update 7 --file -", {}, edited({ name: "Edited" }));
    expect([code, complaint]).toEqual([
      3,
      "This was changed since you read it.\n  Last change: 2026-01-01T00:00:01.000Z by Ada",
    ]);
  });

  test.each([
    ["monitors update 7", "Name the fields to change"],
    ["monitors update 7 --file -", "- is not an object with the fields of a monitor"],
    ["monitors update --name Shop", "Missing argument: ID of the monitor"],
  ])("%s is refused before a request", async (words, message) => {
    const { code, complaint } = await vdt(words, {}, { input: "[]" });
    expect([code, asked.length]).toEqual([2, 0]);
    expect(complaint).toContain(message);
  });
});

test.each(["--version", "version"])("%s prints the version and requires no key", async (words) => {
  const { code, out } = await vdt(words, { VEDETTE_API_KEY: undefined });
  expect(code).toBe(0);
  expect(out).toMatch(/^vdt \d+\.\d+\.\d+/);
});

test("delete sends the request and confirms it", async () => {
  responses = [{ body: { success: true, data: { id: "7", deleted: true } } }];
  expect(await vdt("monitors delete 7")).toMatchObject({ code: 0, out: "7 was deleted." });
  expect(asked[0]?.method).toBe("DELETE");
});

describe("activity and channels", () => {
  const when = { id: "1", at: "2026-01-02T00:01:00.000Z", started_at: "2026-01-02T00:00:00.000Z" };

  test("lists activity, page by page", async () => {
    const outage = { ...when, type: "outage", status: "down", target: { name: "Shop" }, ended_at: when.at };
    const alert = { ...when, type: "alert", alert: { title: "Slow" }, cause: null, ended_at: null };
    responses = [
      { body: { success: true, data: [outage], meta: { next_cursor: "c", has_more: true } } },
      { body: { success: true, data: [alert], meta: { next_cursor: null, has_more: false } } },
    ];
    const { code, out } = await vdt("activity list --from 2026-01-01T00:00:00Z");
    expect([code, asked.map(({ url }) => url)]).toEqual([
      0,
      [
        "/api/v1/activity?limit=200&from=2026-01-01T00%3A00%3A00Z",
        "/api/v1/activity?limit=200&from=2026-01-01T00%3A00%3A00Z&cursor=c",
      ],
    ]);
    expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["TIME", "TYPE", "DURATION", "EVENT"],
      [when.at, "outage", "60 s", "Shop: down"],
      [when.at, "alert", "ongoing", "Slow"],
    ]);
  });

  test("lists channels with their health", async () => {
    const health = {
      ...{ status: "failing", reason: "HTTP 503", failing_since: when.at },
      ...{ delivered_24h: 1, failed_24h: 2 },
    };
    const data = [{ id: "7", name: "Hook", type: "webhook", health }];
    responses = [{ body: { success: true, data, meta: { next_cursor: null, has_more: false } } }];
    const { code, out } = await vdt("channels list");
    expect(code).toBe(0);
    expect(out.split("\n")[1]?.split(/ {2,}/)).toEqual([
      ...["Hook", "webhook", "failing", when.at, "1 of 3 in 24 h", "7", "HTTP 503"],
    ]);
  });
});

describe("groups and trash", () => {
  const group = (id: string, parent_id: string | null, more = {}) => ({
    ...{ id, name: id.toUpperCase(), parent_id, status: "up", targets: { up: 2, down: 1 }, uptime_24h: 99.5 },
    ...more,
  });

  test("lists groups as a tree", async () => {
    const empty = group("c", null, { status: null, targets: {}, uptime_24h: null });
    responses = [{ body: { success: true, data: [group("b", "a"), group("a", null), empty] } }];
    const { code, out } = await vdt("groups list");
    expect([code, asked[0]?.url]).toEqual([0, "/api/v1/groups?include=uptime"]);
    expect(out.split("\n").map((line) => line.trimEnd().split(/ {3,}|(?<=\S) {2}/))).toEqual([
      ["NAME", "STATUS", "TARGETS", "UPTIME", "ID"],
      ["A", "up", "3 targets", "99.5 %", "a"],
      ["  B", "up", "3 targets", "99.5 %", "b"],
      ["C", "empty", "0 targets", "–", "c"],
    ]);
  });

  test("lists shared views, and searches by all words of the command", async () => {
    responses = [
      { body: { success: true, data: [{ id: "7", list: "monitors", name: "Production" }] } },
      { body: { success: true, data: [{ id: "8", type: "monitor", name: "Shop", status: "down" }] } },
      { body: { success: true, data: [] } },
    ];
    expect((await vdt("views list")).out).toMatch(/Production +monitors +7/);
    expect((await vdt("search shop eu")).out).toMatch(/monitor +Shop +down +8/);
    expect((await vdt("search nothing")).complaint).toContain("Nothing matches 'nothing'.");
    expect(asked.map(({ url }) => url)).toEqual([
      ...["/api/v1/views", "/api/v1/search?q=shop+eu", "/api/v1/search?q=nothing"],
    ]);
    expect(await vdt("search")).toMatchObject({ code: 2 });
  });

  test("creates a group in another one, and rejects an unknown rollup before the request", async () => {
    responses = [{ status: 201, body: { success: true, data: { id: "7" } } }];
    expect((await vdt("groups create --name Shop --parent 3 --rollup all")).out).toBe("7");
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ name: "Shop", parent_id: "3", rollup: "all" });
    const wrong = await vdt("groups create --name Shop --rollup best");
    expect([wrong.code, asked.length]).toEqual([2, 1]);
    expect(wrong.complaint).toContain("Allowed choices are worst, quorum, all");
  });

  test.each([
    ["groups delete 7", "DELETE", "/api/v1/groups/7", "7 was deleted."],
    ["targets unsnooze 7", "DELETE", "/api/v1/targets/7/snooze", "7 is not snoozed."],
    ["views delete 7", "DELETE", "/api/v1/views/7", "7 was deleted."],
    ["trash restore 7", "POST", "/api/v1/trash/7/restore", "7 was restored."],
    ["trash purge 7", "DELETE", "/api/v1/trash/7", "7 was purged."],
  ])("%s sends %s %s", async (words, method, url, out) => {
    responses = [{ body: { success: true, data: { id: "7" } } }];
    expect(await vdt(words)).toMatchObject({ code: 0, out });
    expect(asked).toMatchObject([{ method, url }]);
  });

  test("lists outages with their cause", async () => {
    const outage = {
      ...{ started_at: "2026-01-31T12:00:00.000Z", ended_at: null, duration_seconds: 61.2 },
      ...{ location: "fra", error: { code: "TIMEOUT", message: "timed out\u001b[2J" } },
    };
    responses = [{ body: { success: true, data: [outage] } }];
    const { out } = await vdt("targets outages 7");
    expect(asked[0]?.url).toBe("/api/v1/targets/7/outages?limit=50");
    expect(out).toMatch(/\n2026-01-31T12:00:00\.000Z {2}61 s, ongoing {2}fra {7}TIMEOUT: timed out/);
    expect(out).not.toContain("\u001b");
  });

  test.each([
    ["--minutes 30 --reason Deploy", { minutes: 30, reason: "Deploy" }],
    ["--until 2026-01-31T12:00:00Z", { until: "2026-01-31T12:00:00Z" }],
    ["--until-recovery", { until_recovery: true }],
  ])("targets snooze %s sends %j", async (words, body) => {
    const until = words.includes("recovery") ? null : "2026-01-31T12:00:00.000Z";
    responses = [{ body: { success: true, data: { id: "7", snooze: { until } } } }];
    const out = `7 is snoozed until ${until ?? "it recovers"}.`;
    expect(await vdt(`targets snooze 7 ${words}`)).toMatchObject({ code: 0, out });
    expect(asked).toMatchObject([{ method: "POST", url: "/api/v1/targets/7/snooze" }]);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual(body);
  });

  test.each(["", "--minutes 5 --until-recovery", "--minutes soon"])(
    "targets snooze %s is a usage error, and sends nothing",
    async (words) => {
      expect((await vdt(`targets snooze 7 ${words}`.trim())).code).toBe(2);
      expect(asked).toEqual([]);
    },
  );

  test.each([
    ["alerts acknowledge 7 8", { ids: ["7", "8"], action: "acknowledge", same_target: false }],
    ["alerts unacknowledge 7", { ids: ["7"], action: "unacknowledge", same_target: false }],
    ["alerts resolve 7 --same-target", { ids: ["7"], action: "resolve", same_target: true }],
  ])("%s sends %j", async (words, body) => {
    responses = [{ body: { success: true, data: { selected: 2, changed: 1 } } }];
    const out = `1 of 2 alerts ${body.action}d.`;
    expect(await vdt(words)).toMatchObject({ code: 0, out });
    expect(asked).toMatchObject([{ method: "POST", url: "/api/v1/alerts/bulk" }]);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual(body);
  });

  test("badges are created, shown and deleted for a target or a status page", async () => {
    const url = "https://vedette.example/badge/k";
    responses = [{ status: 201, body: { success: true, data: { key: "k", url } } }];
    expect(await vdt("badges create --target 7")).toMatchObject({ code: 0, out: `${url}/status.svg` });
    responses = [{ body: { success: true, data: { key: null, url: null } } }];
    expect((await vdt("badges show --status-page 8")).complaint).toContain("There are no badges");
    responses = [{ body: { success: true, data: { id: "8", deleted: true } } }];
    expect((await vdt("badges delete --status-page 8")).code).toBe(0);
    for (const words of ["", " --target 1 --status-page 2", " 7"])
      expect((await vdt(`badges create${words}`)).code).toBe(2);
    expect(asked.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/targets/7/badge-key",
      "GET /api/v1/status-pages/8/badge-key",
      "DELETE /api/v1/status-pages/8/badge-key",
    ]);
  });

  test("alerts acknowledge without an ID is a usage error, and sends nothing", async () => {
    expect((await vdt("alerts acknowledge")).code).toBe(2);
    expect(asked).toEqual([]);
  });

  test("lists open alerts with their cause, on one line each", async () => {
    const alert = {
      ...{ id: "7", title: "Shop is down", severity: "critical", acknowledged_at: null },
      ...{ triggered_at: "2026-01-31T12:00:00.000Z", evidence: { error: { message: "expected\n200" } } },
    };
    responses = [{ body: { success: true, data: [alert], meta: { next_cursor: null, has_more: false } } }];
    const { code, out } = await vdt("alerts list");
    expect(code).toBe(0);
    expect(out).toMatch(/\nShop is down {2}critical {2}2026-01-31T12:00:00.000Z {2}7 {3}expected.200$/);
    expect(asked).toMatchObject([{ url: expect.stringContaining("status=pending%2Csent%2Cfailed") }]);
  });

  test("lists the trash over all pages, and reports an empty one", async () => {
    const deleted = { deleted_at: "2026-01-01", purge_at: "2026-01-08" };
    const target = { id: "7", kind: "journey", name: "Old", ...deleted };
    responses = [
      { body: { success: true, data: [target], meta: { next_cursor: "c" } } },
      { body: { success: true, data: [{ ...target, id: "8" }], meta: { next_cursor: null } } },
    ];
    expect((await vdt("trash list")).out.split("\n")).toEqual([
      "NAME  KIND     DELETED     PURGED      ID",
      "Old   journey  2026-01-01  2026-01-08  7",
      "Old   journey  2026-01-01  2026-01-08  8",
    ]);
    responses = [{ body: { success: true, data: [], meta: { next_cursor: null } } }];
    expect(await vdt("trash list")).toMatchObject({ code: 0, out: "", complaint: "The trash is empty." });
  });
});

describe("failures", () => {
  test("exits with code 3 and reports each error once if the server rejects", async () => {
    const details = [
      { path: "url", message: "is wrong" },
      { path: "interval", message: "is small" },
    ];
    const error = { code: "BAD_REQUEST", message: "Not valid: url is wrong.", details };
    responses = [{ status: 400, body: { success: false, error } }];
    const { code, complaint } = await vdt("monitors create --name A --url b");
    expect([code, complaint]).toEqual([3, "Not valid: url is wrong.\n  interval is small"]);
  });

  test.each([
    [500, { success: false, error: { code: "INTERNAL_SERVER_ERROR", message: "Failed." } }],
    [429, { success: false, error: { code: "TOO_MANY_REQUESTS", message: "Later." } }],
    [502, "<html>Bad gateway</html>"],
    [200, "<html>Another server</html>"],
  ])("a response with %i and %j exits with code 4", async (status, body) => {
    responses = [{ status, body }];
    expect((await vdt("monitors list")).code).toBe(4);
  });

  test("does not follow redirects, which would receive the key", async () => {
    responses = [{ status: 302, headers: { location: "/elsewhere" }, body: "" }];
    expect((await vdt("monitors list")).code).toBe(4);
    expect(asked).toHaveLength(1);
  });

  test("exits with code 4 and the URL if the server is unavailable", async () => {
    const address = addressOf(server);
    await new Promise((resolve) => server.close(resolve));
    const { code, complaint } = await vdt("monitors list", { VEDETTE_URL: address });
    expect(code).toBe(4);
    expect(complaint).toContain(`${new URL(address).host} cannot be reached (ECONNREFUSED)`);
  });

  test.each([
    ["monitors list", { VEDETTE_API_KEY: "" }, "VEDETTE_API_KEY is not set"],
    ["monitors list", { VEDETTE_API_KEY: "kéy" }, "not an API key"],
    ["monitors list", { VEDETTE_URL: "localhost:8080" }, "not a URL"],
    ["monitors list --server ftp://x", {}, "--server is 'ftp://x'"],
    [
      "monitors list --statsu up",
      {},
      "Unknown option '--statsu'. Did you mean --status? Usage: vdt monitors list",
    ],
    ["monitors list extra", {}, "Too many arguments for 'list'"],
    ["monitors get", {}, "Missing argument: ID of the monitor. Usage: vdt monitors get"],
    ["monitors get 1 2", {}, "Expected 1 argument but got 2"],
    ["monitors create --name A", {}, "requires --name and --url"],
    ["monitors create --name A --host b", {}, "--type and the fields of the type"],
    ["monitors create --name A --url b --interval soon", {}, "not a number"],
    ["monitors toString", {}, "Unknown command 'monitors toString'"],
    ["monitors lst", {}, "Did you mean list?"],
    ["monitor list", {}, "Unknown command 'monitor'. Did you mean monitors?"],
    ["monitors", {}, "Usage: vdt monitors"],
  ])("`%s` with %j ends with code 2 and sends nothing", async (words, env, expected) => {
    const { code, complaint } = await vdt(words, env);
    expect([code, asked]).toEqual([2, []]);
    expect(complaint).toContain(expected);
  });
});

test("--server takes precedence over VEDETTE_URL, and a path in the URL is kept", async () => {
  responses = [{ body: { success: true, data: [], meta: { next_cursor: null } } }];
  const words = `monitors list --server ${addressOf(server)}/behind/`;
  expect((await vdt(words, { VEDETTE_URL: "http://127.0.0.1:9" })).complaint).toBe("There are no monitors.");
  expect(asked[0]?.url).toMatch(/^\/behind\/api\/v1\/monitors\?/);
});

test.each(["--help", "help", "monitors --help", "monitors check --help"])(
  "`%s` documents the exit codes and requires no key",
  async (words) => {
    const { code, out } = await vdt(words, { VEDETTE_API_KEY: undefined });
    expect(code).toBe(0);
    expect(out).toContain("1  'check': the monitor is down");
  },
);

async function vdt(words: string, env: Record<string, string | undefined> = {}, { input = "" } = {}) {
  const out: string[] = [];
  const complaints: string[] = [];
  const code = await main({
    args: words.split(" "),
    folder: "/",
    env: { VEDETTE_URL: addressOf(server), VEDETTE_API_KEY: "vdt_agent_x", ...env },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from(input === "" ? [] : [Buffer.from(input)]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}

function addressOf(listening: Server): string {
  const address = listening.address() as AddressInfo | null;
  return `http://127.0.0.1:${address?.port ?? 0}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
