import { describe, expect, test } from "vitest";
import { commandLab } from "../test/command-lab.ts";

const lab = commandLab();
const { vdt } = lab;

describe("activity and channels", () => {
  const when = { id: "1", at: "2026-01-02T00:01:00.000Z", started_at: "2026-01-02T00:00:00.000Z" };

  test("lists activity, page by page", async () => {
    const outage = { ...when, type: "outage", status: "down", target: { name: "Shop" }, ended_at: when.at };
    const alert = { ...when, type: "alert", alert: { title: "Slow" }, cause: null, ended_at: null };
    lab.responses = [
      { body: { success: true, data: [outage], meta: { next_cursor: "c", has_more: true } } },
      { body: { success: true, data: [alert], meta: { next_cursor: null, has_more: false } } },
    ];
    const { code, out } = await vdt("activity list --from 2026-01-01T00:00:00Z");
    expect([code, lab.asked.map(({ url }) => url)]).toEqual([
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
    lab.responses = [{ body: { success: true, data, meta: { next_cursor: null, has_more: false } } }];
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
    lab.responses = [{ body: { success: true, data: [group("b", "a"), group("a", null), empty] } }];
    const { code, out } = await vdt("groups list");
    expect([code, lab.asked[0]?.url]).toEqual([0, "/api/v1/groups?include=uptime"]);
    expect(out.split("\n").map((line) => line.trimEnd().split(/ {3,}|(?<=\S) {2}/))).toEqual([
      ["NAME", "STATUS", "TARGETS", "UPTIME", "ID"],
      ["A", "up", "3 targets", "99.5 %", "a"],
      ["  B", "up", "3 targets", "99.5 %", "b"],
      ["C", "empty", "0 targets", "–", "c"],
    ]);
  });

  test("lists shared views, and searches by all words of the command", async () => {
    lab.responses = [
      { body: { success: true, data: [{ id: "7", list: "monitors", name: "Production" }] } },
      { body: { success: true, data: [{ id: "8", type: "monitor", name: "Shop", status: "down" }] } },
      { body: { success: true, data: [] } },
    ];
    expect((await vdt("views list")).out).toMatch(/Production +monitors +7/);
    expect((await vdt("search shop eu")).out).toMatch(/monitor +Shop +down +8/);
    expect((await vdt("search nothing")).complaint).toContain("Nothing matches 'nothing'.");
    expect(lab.asked.map(({ url }) => url)).toEqual([
      ...["/api/v1/views", "/api/v1/search?q=shop+eu", "/api/v1/search?q=nothing"],
    ]);
    expect(await vdt("search")).toMatchObject({ code: 2 });
  });

  test("creates a group in another one, and rejects an unknown rollup before the request", async () => {
    lab.responses = [{ status: 201, body: { success: true, data: { id: "7" } } }];
    expect((await vdt("groups create --name Shop --parent 3 --rollup all")).out).toBe("7");
    expect(JSON.parse(lab.asked[0]?.body ?? "")).toEqual({ name: "Shop", parent_id: "3", rollup: "all" });
    const wrong = await vdt("groups create --name Shop --rollup best");
    expect([wrong.code, lab.asked.length]).toEqual([2, 1]);
    expect(wrong.complaint).toContain("Allowed choices are worst, quorum, all");
  });

  test.each([
    ["groups delete 7", "DELETE", "/api/v1/groups/7", "7 was deleted."],
    ["targets unsnooze 7", "DELETE", "/api/v1/targets/7/snooze", "7 is not snoozed."],
    ["views delete 7", "DELETE", "/api/v1/views/7", "7 was deleted."],
    ["trash restore 7", "POST", "/api/v1/trash/7/restore", "7 was restored."],
    ["trash purge 7", "DELETE", "/api/v1/trash/7", "7 was purged."],
  ])("%s sends %s %s", async (words, method, url, out) => {
    lab.responses = [{ body: { success: true, data: { id: "7" } } }];
    expect(await vdt(words)).toMatchObject({ code: 0, out });
    expect(lab.asked).toMatchObject([{ method, url }]);
  });

  test("lists outages with their cause", async () => {
    const outage = {
      ...{ started_at: "2026-01-31T12:00:00.000Z", ended_at: null, duration_seconds: 61.2 },
      ...{ location: "fra", error: { code: "TIMEOUT", message: "timed out\u001b[2J" } },
    };
    lab.responses = [{ body: { success: true, data: [outage] } }];
    const { out } = await vdt("targets outages 7");
    expect(lab.asked[0]?.url).toBe("/api/v1/targets/7/outages?limit=50");
    expect(out).toMatch(/\n2026-01-31T12:00:00\.000Z {2}61 s, ongoing {2}fra {7}TIMEOUT: timed out/);
    expect(out).not.toContain("\u001b");
  });

  test("lists why a target went down, for all or one alert, or collects it now", async () => {
    const verdict = { layer: "tcp", scope: "all", certainty: "certain", summary: "It refuses\u001b[2J." };
    const bundle = { id: "9", at: "2026-01-31T12:00:00.000Z", verdict };
    lab.responses = [
      { body: { success: true, data: [bundle] } },
      { body: { success: true, data: [bundle] } },
      { body: { success: true, data: bundle } },
    ];
    const { code, out } = await vdt("evidence 7");
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/T12:00:00\.000Z {2}tcp {4}all {4}certain {4}It refuses/),
    ]);
    expect(out).not.toContain("\u001b");
    await vdt("evidence 7 --alert 8");
    await vdt("evidence 7 --collect");
    expect(lab.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /api/v1/targets/7/evidence",
      "GET /api/v1/targets/7/evidence?alert_id=8",
      "POST /api/v1/targets/7/evidence",
    ]);
  });

  test.each([
    ["--minutes 30 --reason Deploy", { minutes: 30, reason: "Deploy" }],
    ["--until 2026-01-31T12:00:00Z", { until: "2026-01-31T12:00:00Z" }],
    ["--until-recovery", { until_recovery: true }],
  ])("targets snooze %s sends %j", async (words, body) => {
    const until = words.includes("recovery") ? null : "2026-01-31T12:00:00.000Z";
    lab.responses = [{ body: { success: true, data: { id: "7", snooze: { until } } } }];
    const out = `7 is snoozed until ${until ?? "it recovers"}.`;
    expect(await vdt(`targets snooze 7 ${words}`)).toMatchObject({ code: 0, out });
    expect(lab.asked).toMatchObject([{ method: "POST", url: "/api/v1/targets/7/snooze" }]);
    expect(JSON.parse(lab.asked[0]?.body ?? "")).toEqual(body);
  });

  test.each(["", "--minutes 5 --until-recovery", "--minutes soon"])(
    "targets snooze %s is a usage error, and sends nothing",
    async (words) => {
      expect((await vdt(`targets snooze 7 ${words}`.trim())).code).toBe(2);
      expect(lab.asked).toEqual([]);
    },
  );

  test.each([
    ["alerts acknowledge 7 8", { ids: ["7", "8"], action: "acknowledge", same_target: false }],
    ["alerts unacknowledge 7", { ids: ["7"], action: "unacknowledge", same_target: false }],
    ["alerts resolve 7 --same-target", { ids: ["7"], action: "resolve", same_target: true }],
  ])("%s sends %j", async (words, body) => {
    lab.responses = [{ body: { success: true, data: { selected: 2, changed: 1 } } }];
    const out = `1 of 2 alerts ${body.action}d.`;
    expect(await vdt(words)).toMatchObject({ code: 0, out });
    expect(lab.asked).toMatchObject([{ method: "POST", url: "/api/v1/alerts/bulk" }]);
    expect(JSON.parse(lab.asked[0]?.body ?? "")).toEqual(body);
  });

  test("badges are created, shown and deleted for a target or a status page", async () => {
    const url = "https://vedette.example/badge/k";
    lab.responses = [{ status: 201, body: { success: true, data: { key: "k", url } } }];
    expect(await vdt("badges create --target 7")).toMatchObject({ code: 0, out: `${url}/status.svg` });
    lab.responses = [{ body: { success: true, data: { key: null, url: null } } }];
    expect((await vdt("badges show --status-page 8")).complaint).toContain("There are no badges");
    lab.responses = [{ body: { success: true, data: { id: "8", deleted: true } } }];
    expect((await vdt("badges delete --status-page 8")).code).toBe(0);
    for (const words of ["", " --target 1 --status-page 2", " 7"])
      expect((await vdt(`badges create${words}`)).code).toBe(2);
    expect(lab.asked.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/targets/7/badge-key",
      "GET /api/v1/status-pages/8/badge-key",
      "DELETE /api/v1/status-pages/8/badge-key",
    ]);
  });

  test("alerts acknowledge without an ID is a usage error, and sends nothing", async () => {
    expect((await vdt("alerts acknowledge")).code).toBe(2);
    expect(lab.asked).toEqual([]);
  });

  test("lists open alerts with their cause, on one line each", async () => {
    const alert = {
      ...{ id: "7", title: "Shop is down", severity: "critical", acknowledged_at: null },
      ...{ triggered_at: "2026-01-31T12:00:00.000Z", evidence: { error: { message: "expected\n200" } } },
    };
    lab.responses = [
      { body: { success: true, data: [alert], meta: { next_cursor: null, has_more: false } } },
    ];
    const { code, out } = await vdt("alerts list");
    expect(code).toBe(0);
    expect(out).toMatch(/\nShop is down {2}critical {2}2026-01-31T12:00:00.000Z {2}7 {3}expected.200$/);
    expect(lab.asked).toMatchObject([{ url: expect.stringContaining("status=pending%2Csent%2Cfailed") }]);
  });

  test("lists the trash over all pages, and reports an empty one", async () => {
    const deleted = { deleted_at: "2026-01-01", purge_at: "2026-01-08" };
    const target = { id: "7", kind: "journey", name: "Old", ...deleted };
    lab.responses = [
      { body: { success: true, data: [target], meta: { next_cursor: "c" } } },
      { body: { success: true, data: [{ ...target, id: "8" }], meta: { next_cursor: null } } },
    ];
    expect((await vdt("trash list")).out.split("\n")).toEqual([
      "NAME  KIND     DELETED     PURGED      ID",
      "Old   journey  2026-01-01  2026-01-08  7",
      "Old   journey  2026-01-01  2026-01-08  8",
    ]);
    lab.responses = [{ body: { success: true, data: [], meta: { next_cursor: null } } }];
    expect(await vdt("trash list")).toMatchObject({ code: 0, out: "", complaint: "The trash is empty." });
  });
});
