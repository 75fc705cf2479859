import process from "node:process";
import { newApiKeySchema } from "@vedette/contract/people/api-keys.ts";
import { locationStateSchema } from "@vedette/contract/runners/locations.ts";
import { runSchema } from "@vedette/contract/runs/runs.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsServerMissing } from "../packages/server/test/servers/nats-server.ts";
import { dataOf } from "./harness/api-client.ts";
import { createApiMonitor, trigger } from "./harness/api-monitors.ts";
import { OWNER, signUpOwner } from "./harness/dashboard.ts";
import { pretendMigration, readSlots, type Slot } from "./harness/database.ts";
import { listen } from "./harness/event-stream.ts";
import { type Fleet, startFleet } from "./harness/fleet.ts";
import { createLab } from "./harness/lab.ts";
import { checkNow, createMonitors, getStats, listResults } from "./harness/monitors.ts";
import { startTarget, type Target } from "./harness/target.ts";
import { METRICS_TOKEN, runVedette, VEDETTE, type Vedette } from "./harness/vedette.ts";

/** The roles as separate processes, with a real PostgreSQL and a real NATS. */

const lab = createLab(afterAll);
const missing = natsServerMissing();
if (missing) process.stderr.write(`The fleet is not tested: ${missing}.\n`);

const POLL = { timeout: 40_000, interval: 100 };
const LOCATION = "eu-west-1";
const MONITORS = 24;

let fleet: Fleet;
let target: Target;
let apis: Vedette[];
let schedulers: Vedette[];
let runners: Vedette[];

const startRunner = (name: string, env: Record<string, string> = {}) =>
  fleet.start("runner", {
    args: ["--location", LOCATION],
    env: { VEDETTE_RUNNER_NAME: name, VEDETTE_RUNNER_THREADS: "1", ...env },
  });

beforeAll(async () => {
  if (missing) return;
  [fleet, target] = await Promise.all([startFleet(lab), startTarget()]);
  // All at once, as after a power cut: one process migrates the database, the others wait for it.
  let api: Vedette;
  [api, schedulers, runners] = await Promise.all([
    fleet.start("api"),
    Promise.all([fleet.start("scheduler"), fleet.start("scheduler")]),
    Promise.all([startRunner("r1"), startRunner("r2")]),
  ]);
  apis = [api, await fleet.start("api")];
});
afterAll(async () => {
  await fleet?.stop();
  await target?.close();
});

function only(list: readonly Vedette[], index = 0): Vedette {
  const found = list[index];
  if (!found) throw new Error("no such process was started");
  return found;
}

async function locations(): Promise<[string, number][]> {
  const list = {
    parse: (data: unknown) => (data as unknown[]).map((each) => locationStateSchema.parse(each)),
  };
  const found = dataOf(list, await only(apis).request("GET", "/api/v1/locations"));
  return found.map(({ id, runners: count }) => [id, count]);
}

/** The number of shards that each scheduler holds. */
function shardCounts(): Promise<unknown[]> {
  return Promise.all(
    schedulers.map(async (scheduler) => {
      const { body } = await scheduler.request("GET", "/readyz");
      return (body as { data?: { details?: { shards?: number } } }).data?.details?.shards;
    }),
  );
}

/** The first six are slow, so that some checks are always in flight. */
function makeMonitors(path: string, interval = 1): Promise<Monitor[]> {
  const wanted = Array.from({ length: MONITORS }, (_, index) => ({
    name: `${path}-${index}`,
    url: target.url(`${index < 6 ? "/slow-400" : "/"}?${path}-${index}`),
    locations: [LOCATION],
    interval,
  }));
  return createMonitors(only(apis), wanted);
}

async function fewestResults(monitors: readonly Monitor[], sinceMs = 0): Promise<number> {
  const counts = monitors.map(async ({ id }) => {
    const results = await listResults(only(apis), id);
    return results.filter(({ checked_at: at }) => Date.parse(at) >= sinceMs).length;
  });
  return Math.min(...(await Promise.all(counts)));
}

/** Waits until every slot up to `untilMs` has a record, and returns all slots. */
async function readAllSlots(
  monitors: readonly Monitor[],
  { intervalMs, untilMs }: { intervalMs: number; untilMs: number },
): Promise<Slot[]> {
  let slots: Slot[] = [];
  const open = async () => {
    const all = monitors.map(({ id }) => readSlots(fleet.dataDir, { monitorId: id, intervalMs, untilMs }));
    slots = (await Promise.all(all)).flat();
    return slots.filter(({ records }) => records.length === 0).length;
  };
  await expect.poll(open, POLL).toBe(0);
  return slots;
}

async function expectNoDowntime(monitors: readonly Monitor[]): Promise<void> {
  for (const { id } of monitors) {
    expect(await getStats(only(apis), id)).toMatchObject({
      failed_checks: 0,
      incidents: 0,
      downtime_seconds: 0,
    });
  }
}

describe.skipIf(missing)("a fleet", () => {
  test("has one first API key, one location, and the same number of shards on each scheduler", async () => {
    expect(apis.map(({ stdout }) => stdout.includes("first API key"))).toEqual([true, false]);
    await expect.poll(locations, POLL).toEqual([[LOCATION, 2]]);
    await expect.poll(shardCounts, POLL).toEqual([32, 32]);
    for (const each of [...apis, ...schedulers, ...runners]) {
      expect((await each.request("GET", "/healthz")).status).toBe(200);
      expect((await each.request("GET", "/readyz")).status).toBe(200);
      expect(
        (await each.requestWith({ method: "GET", path: "/metrics", key: METRICS_TOKEN })).text,
      ).toContain("vedette_process_cpu_seconds_total");
    }
    for (const runner of runners) {
      expect((await runner.request("GET", "/api/v1/monitors")).status).toBe(404);
      expect(await runner.listRemotePorts()).toEqual([fleet.nats.port]);
    }
  });

  test("checks a monitor created over the API, and both APIs return its results", async () => {
    const events = await listen(only(apis, 1));
    const fields = { url: target.url("/one"), locations: [LOCATION] };
    const [monitor] = await createMonitors(only(apis), [fields]);
    const id = monitor?.id ?? "";
    await expect.poll(() => listResults(only(apis, 1), id), POLL).not.toEqual([]);
    const [result] = await listResults(only(apis), id);
    expect(result).toMatchObject({ location: LOCATION, status: "up", trigger: "schedule" });
    expect(result?.runner).toMatch(/^r[12]$/);
    const eventTypes = () => new Set(events.events.map(({ type }) => type));
    await expect.poll(eventTypes, POLL).toContain("check.result");
    expect(eventTypes()).toContain("monitor.status");
    await events.close();
    const manual = await checkNow(only(apis, 1), id);
    expect(manual.results).toMatchObject([{ location: LOCATION, trigger: "manual", status: "up" }]);
  });

  test("collects evidence by a runner of the location, asked by any API", async () => {
    const fields = { url: target.url("/evidence"), locations: [LOCATION] };
    const [monitor] = await createMonitors(only(apis), [fields]);
    const { body } = await only(apis, 1).request("POST", `/api/v1/targets/${monitor?.id}/evidence`);
    expect(body).toMatchObject({
      data: {
        reason: "manual",
        facts: {
          vantages: [
            { location: LOCATION, runner: expect.stringMatching(/^r[12]$/), check: { status: "up" } },
          ],
          not_collected: [],
        },
      },
    });
  });

  test("runs an API monitor, and any API can wait for its end", async () => {
    const { id } = await createApiMonitor(only(apis), {
      locations: [LOCATION],
      steps: [{ name: "get", method: "GET", url: target.url("/slow-300") }],
    });
    const { id: runId } = await trigger(only(apis), id);
    const response = await only(apis, 1).request("GET", `/api/agent/runs/${runId}?wait=30`);
    expect(dataOf(runSchema, response)).toMatchObject({
      status: "passed",
      location: LOCATION,
      steps_passed: 1,
    });
  });

  test("returns the same response for an idempotency key from any API", async () => {
    const again = (api: Vedette) =>
      api.requestWith({
        method: "POST",
        path: "/api/v1/monitors",
        body: { name: "once", type: "url", url: target.url("/once"), interval: 3_600, locations: [LOCATION] },
        headers: { "idempotency-key": "the same everywhere" },
      });
    const [first, second] = [await again(only(apis)), await again(only(apis, 1))];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });

  test("rejects a revoked key at once on any API", async () => {
    const made = await only(apis).request("POST", "/api/v1/api-keys", { name: "short", scope: "agent" });
    const { id, key } = (made.body as { data: { id: string; key: string } }).data;
    const listMonitors = (api: Vedette) => api.requestWith({ method: "GET", path: "/api/v1/monitors", key });
    expect([(await listMonitors(only(apis))).status, (await listMonitors(only(apis, 1))).status]).toEqual([
      200, 200,
    ]);
    await only(apis).request("DELETE", `/api/v1/api-keys/${id}`);
    expect([(await listMonitors(only(apis, 1))).status, (await listMonitors(only(apis))).status]).toEqual([
      401, 401,
    ]);
  });

  test("signs a user in and out on all APIs at once", async () => {
    await signUpOwner(only(apis));
    const signIn = await only(apis).requestWith({
      method: "POST",
      path: "/api/auth/sign-in",
      key: null,
      headers: { origin: only(apis).url },
      body: { email: OWNER.email, password: OWNER.password },
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; ");
    const listMonitors = (api: Vedette) =>
      api.requestWith({ method: "GET", path: "/api/v1/monitors", key: null, headers: { cookie } });
    expect([(await listMonitors(only(apis))).status, (await listMonitors(only(apis, 1))).status]).toEqual([
      200, 200,
    ]);
    const headers = { cookie, origin: only(apis, 1).url };
    await only(apis, 1).requestWith({ method: "POST", path: "/api/auth/sign-out", key: null, headers });
    expect([(await listMonitors(only(apis))).status, (await listMonitors(only(apis, 1))).status]).toEqual([
      401, 401,
    ]);
  });

  test("with a killed and restarted NATS reports no downtime, accounts for every slot once, and continues", async () => {
    const monitors = await makeMonitors("nats");
    await expect.poll(() => fewestResults(monitors), POLL).toBeGreaterThanOrEqual(3);
    await fleet.nats.kill();
    const isReady = async () => (await only(schedulers).request("GET", "/readyz")).status;
    await expect.poll(isReady, POLL).toBe(503);
    const awayAtMs = Date.now();
    await expect.poll(() => Date.now() - awayAtMs, POLL).toBeGreaterThan(5_000);
    await fleet.nats.restart();
    const backAtMs = Date.now();
    await expect.poll(isReady, POLL).toBe(200);
    await expect.poll(() => fewestResults(monitors, backAtMs), POLL).toBeGreaterThanOrEqual(2);
    const slots = await readAllSlots(monitors, { intervalMs: 1_000, untilMs: Date.now() });
    expect(slots.filter(({ records }) => records.length !== 1)).toEqual([]);
    await expectNoDowntime(monitors);
  });

  test("with a killed scheduler and runner accounts for every slot once, and continues", async () => {
    const monitors = await makeMonitors("killed");
    await expect.poll(() => fewestResults(monitors), POLL).toBeGreaterThanOrEqual(3);
    const [victim, survivor] = [only(schedulers), only(schedulers, 1)];
    await Promise.all([victim.kill9(), only(runners, 1).kill9()]);
    schedulers = [survivor];
    await expect.poll(shardCounts, POLL).toEqual([64]);
    const takenAtMs = Date.now();
    await expect.poll(() => fewestResults(monitors, takenAtMs), POLL).toBeGreaterThanOrEqual(2);
    const slots = await readAllSlots(monitors, { intervalMs: 1_000, untilMs: Date.now() });
    expect(slots.length).toBeGreaterThan(MONITORS * 3);
    expect(slots.filter(({ records }) => records.length !== 1)).toEqual([]);
    await expectNoDowntime(monitors);
    await expect.poll(locations, POLL).toEqual([[LOCATION, 1]]);
  });

  test("with a stopped scheduler and runner misses no slot", async () => {
    [schedulers, runners] = await Promise.all([
      Promise.all([only(schedulers), fleet.start("scheduler")]),
      Promise.all([only(runners), startRunner("r3")]),
    ]);
    await expect.poll(shardCounts, POLL).toEqual([32, 32]);
    await expect.poll(locations, POLL).toEqual([[LOCATION, 2]]);
    const monitors = await makeMonitors("stopped", 6);
    await expect.poll(() => fewestResults(monitors), POLL).toBeGreaterThanOrEqual(1);
    const ended = await Promise.all([only(schedulers).stop(), only(runners).stop()]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const stoppedAtMs = Date.now();
    await expect.poll(() => fewestResults(monitors, stoppedAtMs), POLL).toBeGreaterThanOrEqual(1);
    const slots = await readAllSlots(monitors, { intervalMs: 6_000, untilMs: stoppedAtMs });
    // The first check starts at once, and may still run at the first slot of the grid.
    expect(slots.filter(({ records }) => !["result", "skipped"].includes(records.join()))).toEqual([]);
    await expectNoDowntime(monitors);
  });

  test("may be one process with all roles and a runner that executes the checks of its own location", async () => {
    const env = { NATS_URL: fleet.nats.url, NATS_PREFIX: "joined" };
    const allRoles = await lab.start({
      dataDir: await lab.newDataDir(),
      env: { ...env, VEDETTE_RUNNER_NAME: "own" },
    });
    const elsewhere = await startRunner("elsewhere", env);
    const fields = { url: target.url("/joined"), locations: ["default", LOCATION, "nowhere"] };
    await expect
      .poll(async () => (await allRoles.request("GET", "/api/v1/locations")).text, POLL)
      .toContain(LOCATION);
    const [monitor] = await createMonitors(allRoles, [fields]);
    const whoChecks = async () => {
      const results = await listResults(allRoles, monitor?.id ?? "");
      return Object.fromEntries(
        results.map(({ location, runner }) => [location, runner.replace(/-\d$/, "")]),
      );
    };
    const whoCheckedLast = async () => {
      const results = await listResults(allRoles, monitor?.id ?? "");
      return results.findLast(({ location }) => location === LOCATION)?.runner.replace(/-\d$/, "");
    };
    await expect.poll(whoChecks, POLL).toEqual({ default: "own", [LOCATION]: "elsewhere", nowhere: "own" });
    expect((await elsewhere.stop()).code).toBe(0);
    // Now the fallback location covers this one too.
    await expect.poll(whoCheckedLast, POLL).toBe("own");
    expect((await allRoles.stop()).code).toBe(0);
  });

  test("sends jobs to a private runner through any of its APIs", async () => {
    const wanted = { name: "nas", scope: "runner", location: "home" };
    const { key } = dataOf(newApiKeySchema, await only(apis).request("POST", "/api/v1/api-keys", wanted));
    await lab.start({
      dataDir: await lab.newDataDir(),
      // Connects to the second API; the monitor and the run are created on the first one.
      command: [process.execPath, VEDETTE, "runner", "--server", only(apis, 1).url, "--name", "nas"],
      env: { VEDETTE_KEY: key },
    });
    await expect.poll(async () => Object.fromEntries(await locations()).home, POLL).toBe(1);
    const [monitor] = await createMonitors(only(apis), [
      { name: "home", url: target.url("/home"), locations: ["home"] },
    ]);
    const id = monitor?.id ?? "";
    await expect.poll(() => listResults(only(apis), id), POLL).not.toEqual([]);
    expect(await checkNow(only(apis), id)).toMatchObject({ results: [{ runner: "nas", status: "up" }] });
    const api = await createApiMonitor(only(apis), {
      steps: [{ url: target.url("/step") }],
      locations: ["home"],
      enabled: false,
    });
    const run = await trigger(only(apis), api.id);
    await expect
      .poll(async () => dataOf(runSchema, await only(apis).request("GET", `/api/v1/runs/${run.id}`)), POLL)
      .toMatchObject({ status: "passed", runner: "nas", location: "home" });
  });

  test("with two versions works while the older version supports the schema", async () => {
    await pretendMigration(fleet.dataDir, { name: "9998_next.sql", worksWith: "0001" });
    const older = await fleet.start("api");
    expect(older.stderrLines().join("\n")).toContain('"database.schema_newer"');
    expect((await older.request("GET", "/api/v1/monitors")).status).toBe(200);
    await pretendMigration(fleet.dataDir, { name: "9999_after.sql", worksWith: "9998" });
    const refused = await runVedette({
      dataDir: await lab.newDataDir(),
      args: ["serve", "--role", "scheduler"],
      env: { ...fleet.env, NATS_URL: fleet.nats.url },
    });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("9999_after.sql")]);
    await older.stop();
  });

  test("rejects a process with another master key, or with none", async () => {
    const start = async (env: Record<string, string>) =>
      runVedette({
        dataDir: await lab.newDataDir(),
        args: ["serve", "--role", "scheduler"],
        env: { DATABASE_URL: fleet.env.DATABASE_URL ?? "", NATS_URL: fleet.nats.url, ...env },
      });
    await pretendMigration(fleet.dataDir, null);
    const other = await start({ VEDETTE_MASTER_KEY: Buffer.alloc(32, 8).toString("base64") });
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("is not the configured one")]);
    const none = await start({});
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("set VEDETTE_MASTER_KEY")]);
  });
});
