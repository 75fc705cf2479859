import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { HeartbeatMetrics, Ping, PingWithBody } from "@vedette/contract/heartbeats/pings.ts";
import { describe, expect, test } from "vitest";
import { makeOrg, portOf } from "../../../../test/app.ts";
import { pingsLab } from "../../../../test/labs/pings-lab.ts";

const lab = pingsLab();
const { api, make, ping, pingsOf } = lab;

async function lastBody(id: string): Promise<PingWithBody> {
  const [last] = await pingsOf(id);
  return api("GET", `/heartbeats/${id}/pings/${last?.id}`);
}

describe("the URL of a heartbeat", () => {
  test("answers as Healthchecks does, and stores the ping before", async () => {
    const { id, ping_uuid: uuid } = await make({ body_bytes_max: 123 });
    const response = await ping(`${uuid}`, {
      headers: { "user-agent": "curl/8" },
      remoteAddress: "::ffff:192.0.2.7",
    });
    expect([response.statusCode, response.body]).toEqual([200, "OK"]);
    expect(response.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "ping-body-limit": "123",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-store",
    });
    expect(await pingsOf(id)).toEqual([
      {
        id: expect.any(String),
        received_at: expect.stringMatching(/Z$/),
        kind: "success",
        exit_status: null,
        rid: null,
        duration_ms: null,
        expected_at: null,
        method: "GET",
        source: "192.0.2.7",
        user_agent: "curl/8",
        body_bytes: 0,
        has_body: false,
        metrics: null,
      },
    ]);
  });

  test.each([
    ["", "success", null],
    ["/start", "start", null],
    ["/fail", "fail", null],
    ["/log", "log", null],
    ["/0", "success", 0],
    ["/1", "fail", 1],
    ["/255", "fail", 255],
  ] as const)("with %j means %s", async (suffix, kind, exitStatus) => {
    const { id, ping_uuid: uuid } = await make();
    for (const method of ["GET", "HEAD", "POST"] as const)
      expect((await ping(`${uuid}${suffix}`, { method })).statusCode).toBe(200);
    const found = await pingsOf(id);
    expect(found.map((each) => [each.method, each.kind, each.exit_status])).toEqual([
      ["POST", kind, exitStatus],
      ["HEAD", kind, exitStatus],
      ["GET", kind, exitStatus],
    ]);
  });

  test("accepts upper case, a run id, and a query of the sender", async () => {
    const { id, ping_uuid: uuid } = await make();
    const rid = randomUUID();
    const path = `${uuid?.toUpperCase()}/start?rid=${rid.toUpperCase()}&other=1`;
    expect((await ping(path)).statusCode).toBe(200);
    expect(await pingsOf(id)).toMatchObject([{ kind: "start", rid }]);
  });

  test.each([
    ["an unknown UUID", () => randomUUID(), 404, "not found"],
    ["another word", (uuid: string) => `${uuid}/stop`, 404, "not found"],
    ["more than an action", (uuid: string) => `${uuid}/start/now`, 404, "not found"],
    ["the id of a heartbeat", (_uuid: string, id: string) => id, 404, "not found"],
    ["no heartbeat", () => "", 404, null],
    ["an exit status over 255", (uuid: string) => `${uuid}/256`, 400, "invalid url format"],
    ["a run id that is no UUID", (uuid: string) => `${uuid}?rid=1`, 400, "invalid uuid format"],
    ["two run ids", (uuid: string) => `${uuid}?rid=${uuid}&rid=${uuid}`, 400, "invalid uuid format"],
    ["a broken escape", (uuid: string) => `${uuid}/%zz`, 400, null],
  ] as const)("with %s is rejected", async (_name, path, status, text) => {
    const { id, ping_uuid: uuid } = await make();
    const response = await ping(path(uuid ?? "", id));
    expect(response.statusCode).toBe(status);
    if (text !== null) expect(response.body).toBe(text);
    expect(await pingsOf(id)).toEqual([]);
  });

  test("rejects other methods, and answers a preflight", async () => {
    const { ping_uuid: uuid } = await make();
    const put = await ping(`${uuid}`, { method: "PUT" });
    expect([put.statusCode, put.headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    const preflight = await ping(`${uuid}`, { method: "OPTIONS" });
    expect([preflight.statusCode, preflight.headers["access-control-allow-methods"]]).toEqual([
      204,
      "GET, HEAD, POST",
    ]);
  });

  test("is unknown while the heartbeat is in the trash", async () => {
    const { id, ping_uuid: uuid } = await make();
    await api("DELETE", `/heartbeats/${id}`);
    expect((await ping(`${uuid}`)).statusCode).toBe(404);
  });
});

describe("the body of a ping", () => {
  const send = (uuid: string | null, payload: string | Buffer, headers = {}) =>
    ping(`${uuid}`, { method: "POST", payload, headers: { "content-type": "text/plain", ...headers } });

  test("is kept up to the limit, by characters, and its size is known", async () => {
    const { id, ping_uuid: uuid } = await make({ body_bytes_max: 10 });
    await send(uuid, "ääääää");
    expect(await lastBody(id)).toMatchObject({ body: "äääää", body_truncated: true, body_bytes: 12 });
    await send(uuid, "abcdefghiä");
    expect(await lastBody(id)).toMatchObject({ body: "abcdefghi", body_truncated: true, body_bytes: 11 });
    await send(uuid, "short");
    expect(await lastBody(id)).toMatchObject({ body: "short", body_truncated: false, has_body: true });
  });

  test("may be any bytes of any type, with any encoding named", async () => {
    const { id, ping_uuid: uuid } = await make();
    const types = [
      "application/octet-stream",
      "multipart/form-data; boundary=x",
      "application/json",
      "nonsense",
      "",
    ];
    for (const type of types) {
      const response = await send(uuid, Buffer.from([0, 0xff, 0xc3, 0x28, 0x41]), { "content-type": type });
      expect([type, response.statusCode]).toEqual([type, 200]);
      expect((await lastBody(id)).body).toBe("\ufffd\ufffd\ufffd(A");
    }
    expect((await send(uuid, "{broken", { "content-encoding": "gzip" })).statusCode).toBe(200);
    expect((await lastBody(id)).body).toBe("{broken");
  });

  test("of ten megabytes is read to its end, and its beginning is kept", async () => {
    const { id, ping_uuid: uuid } = await make();
    const response = await send(uuid, Buffer.alloc(10_000_000, "x"));
    expect(response.statusCode).toBe(200);
    expect(await lastBody(id)).toMatchObject({
      body: "x".repeat(10_000),
      body_truncated: true,
      body_bytes: 10_000_000,
    });
  });

  test("has the secrets of the organization masked, also at the end of what is kept", async () => {
    await api("POST", "/variables", { name: "DB_PASSWORD", value: "correct-horse-battery", type: "secret" });
    const { id, ping_uuid: uuid } = await make({ body_bytes_max: 30 });
    await send(uuid, "password: correct-horse-battery!");
    expect((await lastBody(id)).body).toBe("password: ••••!");
    await send(uuid, `${"x".repeat(20)}correct-horse-battery`);
    expect((await lastBody(id)).body).not.toContain("correct");
  });

  test("is not kept if the limit is 0", async () => {
    const { id, ping_uuid: uuid } = await make({ body_bytes_max: 0 });
    await send(uuid, "text");
    expect(await lastBody(id)).toMatchObject({ body: null, has_body: false, body_bytes: 4 });
  });

  test.each([
    ['{"metrics": {"rows": 123, "ratio.ok": -0.5}}', { rows: 123, "ratio.ok": -0.5 }],
    ['{"metrics": {"rows": "many", "a b": 1, "ok": 1}}', { ok: 1 }],
    ['{"metrics": {"rows": 1e999}}', null],
    ['{"metrics": {"__proto__": 1, "constructor": 2}}', { constructor: 2 }],
    ['{"metrics": [1]}', null],
    ['{"metrics": {"rows": 1}', null],
    ["rows 123", null],
  ])("%s has the metrics %j", async (body, metrics) => {
    const { id, ping_uuid: uuid } = await make();
    expect((await send(uuid, body)).statusCode).toBe(200);
    expect((await pingsOf(id))[0]?.metrics).toEqual(metrics);
  });

  test("that ends early is no ping, and a slow one delays no other", async () => {
    const { id, ping_uuid: uuid } = await make();
    if (!lab.running.app.server.server.listening)
      await lab.running.app.server.listen({ host: "127.0.0.1", port: 0 });
    const socket = connect(portOf(lab.running.app), "127.0.0.1");
    socket.write(`POST /ping/${uuid} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`);
    expect((await ping(`${uuid}/log`)).statusCode).toBe(200);
    socket.destroy();
    expect((await pingsOf(id)).map(({ kind }) => kind)).toEqual(["log"]);
  });
});

describe("what a ping means", () => {
  test("is decided by the words of the filters in their order", async () => {
    const filters = { failure: ["ERROR"], success: ["done"], start: ["begin"] };
    const { id, ping_uuid: uuid } = await make({ filters });
    const bodies = ["done with ERROR", "begin, done", "begin", "nothing"];
    for (const payload of bodies) await ping(`${uuid}`, { method: "POST", payload });
    await ping(`${uuid}/fail`, { method: "POST", payload: "done" });
    const kinds = (await pingsOf(id)).map(({ kind }) => kind).reverse();
    expect(kinds).toEqual(["fail", "success", "start", "ignored", "fail"]);
    await api("PUT", `/heartbeats/${id}`, { filters: { ...filters, otherwise: "fail" } });
    await ping(`${uuid}`);
    expect((await pingsOf(id))[0]?.kind).toBe("fail");
  });

  test("is nothing for a GET if only POST counts", async () => {
    const { id, ping_uuid: uuid } = await make({ methods: "post_only" });
    for (const method of ["GET", "HEAD", "POST"] as const)
      expect((await ping(`${uuid}`, { method })).statusCode).toBe(200);
    expect((await pingsOf(id)).map(({ kind }) => kind)).toEqual(["success", "ignored", "ignored"]);
  });

  test("is the resumption of a paused heartbeat, with an audit entry, or nothing", async () => {
    const resumed = await make();
    const ignored = await make({ paused_ping: "ignore" });
    for (const { id } of [resumed, ignored]) await api("PUT", `/heartbeats/${id}`, { enabled: false });
    for (const { ping_uuid: uuid } of [resumed, ignored])
      expect((await ping(`${uuid}`)).statusCode).toBe(200);
    expect(await api("GET", `/heartbeats/${resumed.id}`)).toMatchObject({ enabled: true });
    expect(await api("GET", `/heartbeats/${ignored.id}`)).toMatchObject({ enabled: false, state: "paused" });
    expect([(await pingsOf(resumed.id))[0]?.kind, (await pingsOf(ignored.id))[0]?.kind]).toEqual([
      "success",
      "ignored",
    ]);
    const [entry] = await api("GET", "/audit-log?action=heartbeat.update");
    expect(entry).toMatchObject({ actor: { kind: "system", name: "ping" }, target: { id: resumed.id } });
  });
});

describe("the list of pings", () => {
  test("may carry metrics, which are read by name and time", async () => {
    const { id, ping_uuid: uuid } = await make();
    const bodies = [
      { metrics: { rows: 3, "disk.free": 1.5 } },
      { metrics: { rows: 4, bad: "7", "": 1, far: null } },
      { metrics: [1] },
    ];
    for (const body of bodies) await ping(`${uuid}`, { method: "POST", payload: JSON.stringify(body) });
    await ping(`${uuid}`, { method: "POST", payload: '{"metrics": {"rows": 1e999}}' });
    const { metrics }: HeartbeatMetrics = await api("GET", `/heartbeats/${id}/metrics`);
    expect(metrics.map(({ name, points }) => [name, points.map(({ value }) => value)])).toEqual([
      ["disk.free", [1.5]],
      ["rows", [3, 4]],
    ]);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await api("GET", `/heartbeats/${id}/metrics?from=${later}&to=2100-01-01T00:00:00Z`)).toEqual({
      metrics: [],
    });
    const stranger = await makeOrg(lab.running.database);
    const url = `/api/v1/heartbeats/${id}/metrics`;
    expect((await lab.running.call(stranger.keys.admin, { method: "GET", url })).statusCode).toBe(404);
    const reversed = `${url}?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`;
    const refused = await lab.running.call(lab.org.keys.admin, { method: "GET", url: reversed });
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      400,
      [{ path: "from", message: "must be before `to`" }],
    ]);
  });

  test("is read in pages, by kind and by time, and only by its organization", async () => {
    const { id, ping_uuid: uuid } = await make();
    for (const action of ["", "/start", "/fail", "", "/log"]) await ping(`${uuid}${action}`);
    const all = await pingsOf(id);
    const url = `/api/v1/heartbeats/${id}/pings?limit=2`;
    const read: Ping[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const response = await lab.running.call(lab.org.keys.read, {
        method: "GET",
        url: `${url}${cursor && `&cursor=${cursor}`}`,
      });
      const { data, meta }: { data: Ping[]; meta: { next_cursor: string | null } } = response.json();
      read.push(...data);
      cursor = meta.next_cursor;
    }
    expect(read).toEqual(all);
    expect((await pingsOf(id, "?kind=fail,log")).map(({ kind }) => kind)).toEqual(["log", "fail"]);
    const second = all.at(-2)?.received_at;
    expect(await pingsOf(id, `?to=${second}`)).toEqual(
      all.filter(({ received_at: at }) => at < String(second)),
    );
    expect(await pingsOf(id, `?from=${second}`)).toEqual(
      all.filter(({ received_at: at }) => at >= String(second)),
    );
    const bad = await lab.running.call(lab.org.keys.read, { method: "GET", url: `${url}&cursor=x` });
    expect(bad.statusCode).toBe(400);
    const other = await makeOrg(lab.running.database);
    for (const path of ["", `/${all[0]?.id}`]) {
      const foreign = await lab.running.call(other.keys.admin, {
        method: "GET",
        url: `/api/v1/heartbeats/${id}/pings${path}`,
      });
      expect(foreign.statusCode).toBe(404);
    }
    const unrelated = await make();
    const wrong = await lab.running.call(lab.org.keys.read, {
      method: "GET",
      url: `/api/v1/heartbeats/${unrelated.id}/pings/${all[0]?.id}`,
    });
    expect(wrong.statusCode).toBe(404);
  });
});
