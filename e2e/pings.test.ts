import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import process from "node:process";
import { page } from "@vedette/contract/common/envelope.ts";
import {
  type Heartbeat,
  type HeartbeatCreateInput,
  heartbeatSchema,
} from "@vedette/contract/heartbeats/heartbeats.ts";
import { type Ping, pingSchema } from "@vedette/contract/heartbeats/pings.ts";
import { heartbeatStatsSchema } from "@vedette/contract/targets/stats.ts";
import { afterEach, describe, expect, test } from "vitest";
import { dataOf } from "./harness/api-client.ts";
import { createLab } from "./harness/lab.ts";
import type { Vedette } from "./harness/vedette.ts";

/** Pings of jobs: what was answered is kept, and time without Vedette is not held against a job. */

const lab = createLab(afterEach);
const GRACE_SECONDS = 5;
/** Every five seconds. */
const OFTEN = { type: "oncalendar", expression: "*:*:0/5" } as const;
const STARTED_BEFORE_MS = 2_000;
const POLL = { timeout: 40_000, interval: 100 };

async function create(vedette: Vedette, fields: Partial<HeartbeatCreateInput> = {}): Promise<Heartbeat> {
  const body = {
    ...{
      name: `job ${randomUUID()}`,
      schedule: OFTEN,
      grace_seconds: GRACE_SECONDS,
    },
    ...fields,
  };
  return dataOf(heartbeatSchema, await vedette.request("POST", "/api/v1/heartbeats", body));
}

const get = async (vedette: Vedette, id: string) =>
  dataOf(heartbeatSchema, await vedette.request("GET", `/api/v1/heartbeats/${id}`));

async function pingsOf(vedette: Vedette, id: string): Promise<Ping[]> {
  const answer = await vedette.request("GET", `/api/v1/heartbeats/${id}/pings?limit=200`);
  return page(pingSchema).parse(answer.body).data;
}

const ping = (vedette: Vedette, { ping_uuid: uuid }: Heartbeat, rid: string) =>
  fetch(`${vedette.url}/ping/${uuid}?rid=${rid}`, { signal: AbortSignal.timeout(20_000) });

describe("kill -9", () => {
  test("loses no ping that was answered, and nothing alarms until the grace time has passed since the return", async () => {
    const dataDir = await lab.newDataDir();
    const vedette = await lab.start({ dataDir });
    const heartbeats = await Promise.all(Array.from({ length: 4 }, () => create(vedette)));
    const answered = new Map<string, string[]>(heartbeats.map(({ id }) => [id, []]));
    let isKilled = false;
    const senders = heartbeats.map(async (heartbeat) => {
      for (let count = 0; count < 50 && !isKilled; count += 1) {
        const rid = randomUUID();
        const response = await ping(vedette, heartbeat, rid).catch(() => null);
        if (response?.status === 200) answered.get(heartbeat.id)?.push(rid);
      }
    });
    for (const { id } of heartbeats)
      await expect.poll(async () => (await get(vedette, id)).status, POLL).toBe("up");
    await expect
      .poll(() => Math.min(...[...answered.values()].map(({ length }) => length)), POLL)
      .toBeGreaterThan(10);
    await vedette.kill9();
    isKilled = true;
    await Promise.all(senders);
    const killedAtMs = Date.now();
    await expect.poll(() => Date.now() - killedAtMs, POLL).toBeGreaterThan(1_000 * GRACE_SECONDS);

    const again = await lab.start({ dataDir, key: vedette.key });
    // The time of the first ping that could be accepted is a little earlier.
    const returnedAtMs = Date.now() - STARTED_BEFORE_MS;
    for (const [id, rids] of answered) {
      const stored = new Set((await pingsOf(again, id)).map(({ rid }) => rid));
      expect(rids.filter((rid) => !stored.has(rid))).toEqual([]);
    }
    for (const { id } of heartbeats) {
      await expect.poll(async () => (await get(again, id)).status, POLL).toBe("down");
      const { status_since: since } = await get(again, id);
      expect(Date.parse(since)).toBeGreaterThan(returnedAtMs + GRACE_SECONDS * 1_000);
      const stats = await again.request("GET", `/api/v1/heartbeats/${id}/stats?period=1h`);
      expect(dataOf(heartbeatStatsSchema, stats).missed_checks).toBeGreaterThan(0);
    }
    const [first] = heartbeats;
    if (first) expect((await ping(again, first, randomUUID())).status).toBe(200);
    await expect.poll(async () => (await get(again, first?.id ?? "")).status, POLL).toBe("up");
  });
});

describe("while PostgreSQL does not answer", () => {
  test("pings are accepted, and stored as soon as it does, with the time of their arrival", async () => {
    const vedette = await lab.start({ dataDir: await lab.newDataDir() });
    const heartbeat = await create(vedette, { schedule: { type: "period", seconds: 3_600 } });
    expect((await ping(vedette, heartbeat, randomUUID())).status).toBe(200);
    const rids: string[] = Array.from({ length: 10 }, () => randomUUID());
    const processes = await serverProcesses(await vedette.postgresPids());
    for (const pid of processes) process.kill(pid, "SIGSTOP");
    const stoppedAtMs = Date.now();
    const answers = await Promise.all(rids.map((rid) => ping(vedette, heartbeat, rid))).finally(() => {
      for (const pid of processes) process.kill(pid, "SIGCONT");
    });
    const continuedAtMs = Date.now();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const arrived = async () =>
      (await pingsOf(vedette, heartbeat.id)).filter(({ rid }) => rids.includes(rid ?? ""));
    await expect.poll(async () => (await arrived()).length, POLL).toBe(rids.length);
    for (const { received_at: at } of await arrived()) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(stoppedAtMs);
      expect(Date.parse(at)).toBeLessThan(continuedAtMs);
    }
    expect((await ping(vedette, heartbeat, randomUUID())).status).toBe(200);
    expect((await get(vedette, heartbeat.id)).status).toBe("up");
  });
});

/** A server and its backends: each must be stopped. */
async function serverProcesses(postmasters: readonly number[]): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return { pid, parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0) };
    }),
  );
  const children = parents.filter(({ parent }) => postmasters.includes(parent)).map(({ pid }) => pid);
  return [...postmasters, ...children];
}
