import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { LISTENERS_MAX, REPLAY_MAX } from "./event-hub.ts";

let running: TestApp;
let org: TestOrg;
let base = "";
const HEARTBEAT_MS = 30;

beforeAll(async () => {
  running = await startTestApp({ heartbeatMs: HEARTBEAT_MS });
  org = await makeOrg(running.database);
  await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  base = addressOf(running);
});
afterAll(() => running.stop());

const addressOf = ({ app }: TestApp) => `http://127.0.0.1:${portOf(app)}/api/v1/events`;

type Frame = { id?: string; event?: string; data?: string };
type Stream = {
  response: Response;
  /** Returns the next frame with an event, and skips heartbeats and frames with an id alone. */
  next(): Promise<Frame | null>;
  /** Returns the id that the stream starts with. */
  position(): Promise<string | undefined>;
  close(): Promise<void>;
};

async function open(
  key: string,
  { query = "", lastEventId, at = base }: { query?: string; lastEventId?: string; at?: string } = {},
): Promise<Stream> {
  const headers = { authorization: `Bearer ${key}`, ...(lastEventId && { "last-event-id": lastEventId }) };
  const abort = new AbortController();
  const response = await fetch(`${at}${query}`, { headers, signal: abort.signal });
  const frames = framesOf(response);
  async function until(wanted: (frame: Frame) => boolean): Promise<Frame | null> {
    for (;;) {
      const { value, done } = await frames.next();
      if (done) return null;
      if (wanted(value)) return value;
    }
  }
  return {
    response,
    next: () => until((frame) => frame.event !== undefined),
    position: async () => (await until((frame) => frame.id !== undefined))?.id,
    async close() {
      abort.abort();
      await frames.return(undefined).catch(() => undefined);
    },
  };
}

async function* framesOf(response: Response): AsyncGenerator<Frame, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const fields = part.split("\n").filter((line) => !line.startsWith(":"));
      yield Object.fromEntries(
        fields.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
    }
  }
  return undefined;
}

function statusEvent(orgId: string, name: string, monitorId = "m1"): LiveEvent {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    type: "monitor.status",
    orgId,
    data: { monitor_id: monitorId, name, status: "down", previous_status: "up", at },
  };
}

function resultEvent(orgId: string, monitorId: string): LiveEvent {
  return { type: "check.result", orgId, data: { id: "r", monitor_id: monitorId } as never };
}

describe("a listener", () => {
  test("receives new events of its own organization only", async () => {
    const other = await makeOrg(running.database);
    const stream = await open(org.keys.agent);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("x-request-id")).toMatch(/.+/);
    running.queue.publishEvents([statusEvent(other.orgId, "theirs"), statusEvent(org.orgId, "ours")]);
    const frame = await stream.next();
    expect(frame).toMatchObject({ event: "monitor.status", id: expect.any(String) });
    expect(JSON.parse(frame?.data ?? "")).toMatchObject({
      name: "ours",
      status: "down",
      previous_status: "up",
    });
    await stream.close();
  });

  test("makes the queue send results of its organization while it is connected", async () => {
    const own = await makeOrg(running.database);
    expect(running.queue.isWatched(own.orgId)).toBe(false);
    const stream = await open(own.keys.read);
    expect(running.queue.isWatched(own.orgId)).toBe(true);
    await stream.close();
  });

  test("receives only the requested types and monitor", async () => {
    const byType = await open(org.keys.read, { query: "?types=monitor.status" });
    const byMonitor = await open(org.keys.read, {
      query: "?monitor_id=m2&types=check.result,monitor.status",
    });
    running.queue.publishEvents([
      resultEvent(org.orgId, "m1"),
      resultEvent(org.orgId, "m2"),
      statusEvent(org.orgId, "one"),
    ]);
    expect(JSON.parse((await byType.next())?.data ?? "")).toMatchObject({ name: "one" });
    expect(JSON.parse((await byMonitor.next())?.data ?? "")).toMatchObject({ monitor_id: "m2" });
    await Promise.all([byType.close(), byMonitor.close()]);
  });

  test("receives only events of the requested target, of any kind", async () => {
    const stream = await open(org.keys.read, { query: "?target_id=a2" });
    const run = { run_id: "r", kind: "api_monitor", name: "a", location: "default", attempt: 1 } as const;
    const at = new Date().toISOString();
    running.queue.publishEvents([
      statusEvent(org.orgId, "other"),
      { type: "run.changed", orgId: org.orgId, data: { ...run, target_id: "a1", status: "running", at } },
      { type: "run.changed", orgId: org.orgId, data: { ...run, target_id: "a2", status: "passed", at } },
      {
        type: "api_monitor.status",
        orgId: org.orgId,
        data: { api_monitor_id: "a2", name: "a", status: "up", previous_status: "down", at },
      },
    ]);
    const [first, second] = [await stream.next(), await stream.next()];
    expect([first?.event, JSON.parse(first?.data ?? "")]).toMatchObject(["run.changed", { target_id: "a2" }]);
    expect(second).toMatchObject({ event: "api_monitor.status" });
    await stream.close();
  });

  test.each(["?types=everything", "?types=", "?kind=x"])("a request for %s is rejected", async (query) => {
    const { response } = await open(org.keys.read, { query });
    expect(response.status).toBe(400);
  });
});

describe("a listener that reconnects", () => {
  test("receives missed events once and in order", async () => {
    const first = await open(org.keys.read);
    running.queue.publishEvents([statusEvent(org.orgId, "seen")]);
    const seen = await first.next();
    await first.close();
    running.queue.publishEvents([statusEvent(org.orgId, "missed 1"), statusEvent(org.orgId, "missed 2")]);
    const again = await open(org.keys.read, { lastEventId: seen?.id ?? "" });
    running.queue.publishEvents([statusEvent(org.orgId, "live")]);
    const names = [];
    for (let count = 0; count < 3; count++) names.push(JSON.parse((await again.next())?.data ?? "{}").name);
    expect(names).toEqual(["missed 1", "missed 2", "live"]);
    await again.close();
  });

  test("has a position even if it received no event before it disconnected", async () => {
    const first = await open(org.keys.read);
    const position = await first.position();
    await first.close();
    running.queue.publishEvents([statusEvent(org.orgId, "missed")]);
    const again = await open(org.keys.read, { lastEventId: position ?? "" });
    expect(JSON.parse((await again.next())?.data ?? "{}").name).toBe("missed");
    await again.close();
  });

  test.each(["0123456789ab-3", "nonsense", "-", "0".repeat(5_000)])(
    "with the id %s of an earlier process receives a reset",
    async (lastEventId) => {
      const stream = await open(org.keys.read, { lastEventId });
      expect(await stream.next()).toMatchObject({ event: "reset", id: expect.any(String) });
      await stream.close();
    },
  );

  test("after more events than are kept receives a reset", async () => {
    const first = await open(org.keys.read);
    const position = await first.position();
    running.queue.publishEvents(
      Array.from({ length: REPLAY_MAX + 1 }, (_, index) => statusEvent(org.orgId, `${index}`)),
    );
    await first.close();
    const again = await open(org.keys.read, { lastEventId: position ?? "" });
    expect(await again.next()).toMatchObject({ event: "reset" });
    await again.close();
  });
});

describe("a stream ends", () => {
  test("with a last event when its key is revoked", async () => {
    const own = await makeOrg(running.database);
    const stream = await open(own.keys.read);
    await running.database.run(sql`update api_key set revoked_at = now() where org_id = ${own.orgId}`);
    expect(await stream.next()).toMatchObject({ event: "end", data: '{"reason":"credential_ended"}' });
    expect(await stream.next()).toBeNull();
  });

  test("when its reader does not read, without effect on others", async () => {
    const own = await makeOrg(running.database);
    const [deaf, reader] = [await open(own.keys.read), await open(own.keys.read)];
    const big = "x".repeat(64_000);
    let received = 0;
    const reading = (async () => {
      while ((await reader.next()) !== null) received += 1;
    })();
    let published = 0;
    // Kernel buffers hold some megabytes before any data stays unread here.
    await expect
      .poll(
        () => {
          running.queue.publishEvents(Array.from({ length: 8 }, () => statusEvent(own.orgId, big)));
          published += 8;
          return running.queue.isWatched(own.orgId) && published >= 160 && received > 0;
        },
        { timeout: 30_000, interval: 10 },
      )
      .toBe(true);
    const broken = (async () => {
      while ((await deaf.next()) !== null);
      return "ended";
    })().catch(() => "cut off");
    expect(await broken).toBe("cut off");
    await reader.close();
    await reading.catch(() => undefined);
  });

  test("is not started beyond the maximum of listeners", async () => {
    // Each stream queries its key at every heartbeat: a hundred streams must not load the database.
    const calm = await startTestApp({ heartbeatMs: 600_000 });
    try {
      const own = await makeOrg(calm.database);
      await calm.app.server.listen({ host: "127.0.0.1", port: 0 });
      const streams: Stream[] = [];
      for (let count = 0; count < LISTENERS_MAX; count += 1) {
        streams.push(await open(own.keys.read, { at: addressOf(calm) }));
      }
      expect(streams.filter(({ response }) => response.status !== 200)).toEqual([]);
      const refused = await open(own.keys.read, { at: addressOf(calm) });
      expect([refused.response.status, refused.response.headers.get("retry-after")]).toEqual([429, "5"]);
      await Promise.all(streams.map((stream) => stream.close()));
    } finally {
      await calm.stop();
    }
  });

  test("with a last event when the server closes", async () => {
    const stream = await open(org.keys.read);
    await running.app.close(5_000);
    expect(await stream.next()).toMatchObject({ event: "end", data: '{"reason":"shutdown"}' });
    expect(await stream.next()).toBeNull();
  });
});
