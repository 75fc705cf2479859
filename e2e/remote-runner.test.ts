import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { page, success } from "@vedette/contract/common/envelope.ts";
import { apiKeySchema, newApiKeySchema } from "@vedette/contract/people/api-keys.ts";
import { type LocationState, locationStateSchema } from "@vedette/contract/runners/locations.ts";
import {
  RUNNER_PROTOCOL,
  RUNNER_PROTOCOL_HEADER,
  runnerWorkSchema,
} from "@vedette/contract/runners/runner-protocol.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { missingChromium } from "../packages/server/test/journey-harness.ts";
import { dataOf } from "./harness/api-client.ts";
import { createApiMonitor, getRun, runNow, trigger } from "./harness/api-monitors.ts";
import { createOtherOrganizationKey, readSlots } from "./harness/database.ts";
import { createJourney, runToEnd, tryJourney } from "./harness/journeys.ts";
import { createLab } from "./harness/lab.ts";
import { changeMonitor, createMonitor, getMonitor, listResults } from "./harness/monitors.ts";
import { startTarget, type Target } from "./harness/target.ts";
import { runVedette, VEDETTE, type Vedette } from "./harness/vedette.ts";

/** A runner in its own process, which reaches the server only over HTTP. */

const missing = await missingChromium();
const lab = createLab(afterAll);
const SECRET = "only-for-the-runner-9f2c";
let dataDir: string;
let vedette: Vedette;
let runner: Vedette;
let target: Target;
let key: { id: string; key: string };

const locations = async (from = vedette.key): Promise<LocationState[]> => {
  const response = await vedette.requestWith({ method: "GET", path: "/api/v1/locations", key: from });
  return page(locationStateSchema).parse(response.body).data;
};
const home = async (from?: string) => (await locations(from)).find(({ id }) => id === "home");

const startRunner = () =>
  lab.start({
    dataDir,
    command: [process.execPath, VEDETTE, "runner", "--server", vedette.url, "--name", "nas"],
    env: { VEDETTE_KEY: key.key },
  });

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  target = await startTarget();
  vedette = await lab.start({ dataDir });
  const wanted = { name: "nas", scope: "runner", location: "home" };
  key = dataOf(newApiKeySchema, await vedette.request("POST", "/api/v1/api-keys", wanted));
  await vedette.request("POST", "/api/v1/variables", { name: "TOKEN", value: SECRET, type: "secret" });
  runner = await startRunner();
});
afterAll(() => target.close());

test.each([
  ["without a server", [], {}, "--server https://"],
  ["without a key", ["--server", "https://vedette.example"], {}, "VEDETTE_KEY"],
  ["over plain HTTP", ["--server", "http://vedette.example"], { VEDETTE_KEY: "k" }, "--insecure-http"],
])("%s it does not start and prints one sentence", async (_name, args, env, remedy) => {
  const { code, stderr } = await runVedette({ dataDir, args: ["runner", ...args], env });
  expect([code, stderr.trim().split("\n").length]).toEqual([1, 1]);
  expect(stderr).toContain(remedy);
});

test("executes the checks and runs of its location, with their secrets", async () => {
  await expect.poll(() => home(), { timeout: 20_000 }).toMatchObject({ runners: 1, private: true });
  const monitor = await createMonitor(vedette, { url: target.url("/m"), locations: ["home"] });
  await expect.poll(() => listResults(vedette, monitor.id), { timeout: 20_000 }).not.toEqual([]);
  const [result] = await listResults(vedette, monitor.id);
  expect(result).toMatchObject({ location: "home", runner: "nas", status: "up", status_code: 200 });
  const api = await createApiMonitor(vedette, {
    steps: [{ url: target.url("/{{TOKEN}}") }],
    locations: ["home"],
    enabled: false,
  });
  const { run, steps } = await runNow(vedette, api.id);
  expect(run).toMatchObject({ status: "passed", location: "home", runner: "nas" });
  expect(target.hits(`/${SECRET}`)).toBe(1);
  expect(JSON.stringify([run, steps, runner.stderrLines(), runner.stdout])).not.toContain(SECRET);
  await changeMonitor(vedette, monitor.id, { enabled: false });
});

test.skipIf(missing !== null)(
  "runs journeys, uploads their screenshots and compares with the baseline",
  async () => {
    const steps = [
      { action: "goto" as const, url: target.url("/page") },
      { action: "screenshot" as const, label: "page", compare: true },
    ];
    const { id } = await createJourney(vedette, { steps, primary_location: "home", locations: [] });
    const { run } = await runToEnd(vedette, id);
    expect(run).toMatchObject({ status: "passed", runner: "nas", location: "home", error: null });
    const screenshot = run.artifacts?.find(({ kind }) => kind === "screenshot");
    const content = await fetch(new URL(screenshot?.url ?? "", vedette.url), {
      headers: { authorization: `Bearer ${vedette.key}` },
    });
    expect(content.headers.get("content-type")).toBe("image/png");
    expect((await content.arrayBuffer()).byteLength).toBe(screenshot?.bytes);
    expect((await runToEnd(vedette, id)).run).toMatchObject({ status: "passed", visual_diff_percent: 0 });
  },
);

test.skipIf(missing !== null)(
  "tests an unsaved journey, and its screenshots come with the result",
  async () => {
    const steps = [{ action: "goto" as const, url: target.url("/page"), screenshot: true }];
    const events = await tryJourney(vedette, { steps, primary_location: "home", locations: [] });
    expect(events.map(({ type }) => type)).toEqual(["result"]);
    expect(events[0]?.data).toMatchObject({
      data: { status: "passed", runner: "nas", screenshots: [{ step_index: 0, content_type: "image/jpeg" }] },
    });
  },
);

test("gets no jobs of another organization that has a location of the same name", async () => {
  const otherKey = await createOtherOrganizationKey(dataDir);
  const asOther = (path: string, body: object) =>
    vedette.requestWith({ method: "POST", path, key: otherKey, body });
  const monitor = { name: "theirs", type: "url", url: target.url("/theirs"), interval: 1 };
  await asOther("/api/v1/monitors", { ...monitor, locations: ["home"] });
  await expect.poll(() => target.hits("/theirs"), { timeout: 20_000 }).toBeGreaterThan(0);
  // The server's own runner executes it, because the other organization has no runner at this location.
  expect(await home(otherKey)).toMatchObject({ runners: 0, private: false, stand_in: true });
  const wanted = { name: "theirs", scope: "runner", location: "home" };
  const theirs = dataOf(newApiKeySchema, await asOther("/api/v1/api-keys", wanted));
  const own = await createMonitor(vedette, { url: target.url("/own"), locations: ["home"] });
  await expect.poll(() => home(otherKey)).toMatchObject({ private: true, stand_in: false });
  const asked = await fetch(`${vedette.url}/api/agent/runner/poll`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${theirs.key}`,
      "content-type": "application/json",
      [RUNNER_PROTOCOL_HEADER]: String(RUNNER_PROTOCOL),
    },
    body: JSON.stringify({ runner: "r", capacity: { checks: 9 }, sent_at_ms: Date.now(), version: "0" }),
  });
  const handed = success(runnerWorkSchema).parse(await asked.json());
  const urls = handed.data.checks.map(({ job }) => JSON.stringify(job));
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) expect(url).toContain("/theirs");
  await expect.poll(() => listResults(vedette, own.id)).not.toEqual([]);
  for (const result of await listResults(vedette, own.id)) expect(result.runner).toBe("nas");
  await changeMonitor(vedette, own.id, { enabled: false });
});

test("keeps its report while the server is down, and delivers it afterwards", async () => {
  const { id } = await createApiMonitor(vedette, {
    steps: [{ url: target.url("/slow-3000") }],
    timeout: 60,
    locations: ["home"],
    enabled: false,
  });
  const { id: runId } = await trigger(vedette, id);
  await expect.poll(() => target.hits("/slow-3000"), { timeout: 20_000 }).toBe(1);
  await vedette.kill9();
  const { port } = new URL(vedette.url);
  vedette = await lab.start({ dataDir, env: { PORT: port }, key: vedette.key });
  await expect
    .poll(async () => (await getRun(vedette, runId)).status, { timeout: 40_000 })
    .not.toBe("running");
  expect(await getRun(vedette, runId)).toMatchObject({ status: "passed", runner: "nas", attempt: 1 });
  expect(target.hits("/slow-3000")).toBe(1);
});

test("when it is killed while the server is down, what it found is stored after both are back", async () => {
  const wanted = { url: target.url("/slow-4000"), locations: ["home"], interval: 2, timeout: 1, retries: 0 };
  const monitor = await createMonitor(vedette, wanted);
  const results = () => listResults(vedette, monitor.id);
  // By then the evidence of the outage is collected, so the next request is a check.
  await expect.poll(async () => (await results()).length, { timeout: 20_000 }).toBeGreaterThan(1);
  const before = target.hits("/slow-4000");
  await expect.poll(() => target.hits("/slow-4000"), { timeout: 20_000 }).toBe(before + 1);
  const downAtMs = Date.now();
  await vedette.kill9();
  const folder = join(dataDir, "runner-reports");
  const stored = async () => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".json"));
    return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  };
  // A check takes a second, so this is the one that ran when the server was killed.
  const isLast = (text: string) => Number(/"checkedAtMs":(\d+)/.exec(text)?.[1]) > downAtMs - 900;
  await expect.poll(async () => (await stored()).filter(isLast), { timeout: 20_000 }).toHaveLength(1);
  expect(runner.stderrLines().join("\n")).not.toContain("runner.reports_not_stored");
  await runner.kill9();
  const { port } = new URL(vedette.url);
  vedette = await lab.start({ dataDir, env: { PORT: port }, key: vedette.key });
  // Past the first slots after the start, so that the slot of the stored report is recorded as missed.
  const readAll = () => readSlots(dataDir, { monitorId: monitor.id, intervalMs: 2_000, untilMs: Date.now() });
  const missed = async () => (await readAll()).filter(({ records }) => records.includes("missed")).length;
  await expect.poll(missed, { timeout: 30_000, interval: 500 }).toBeGreaterThan(0);
  runner = await startRunner();
  const found = async () =>
    (await results()).filter(({ checked_at: at }) => Math.abs(Date.parse(at) - downAtMs) < 900);
  await expect.poll(found, { timeout: 30_000 }).toMatchObject([{ status: "down", runner: "nas" }]);
  await expect.poll(stored, { timeout: 20_000 }).toEqual([]);
  const slots = await readAll();
  expect(slots.filter(({ records }) => records.length > 1)).toEqual([]);
  await changeMonitor(vedette, monitor.id, { enabled: false });
});

test("when it is killed, slots are missed and no target is down; after a restart, checks continue", async () => {
  const rule = { name: "any", type: "consecutive_failures", params: { threshold: 1 } };
  expect((await vedette.request("POST", "/api/v1/alerts/rules", rule)).status).toBe(201);
  const monitor = await createMonitor(vedette, { url: target.url("/k"), locations: ["home"] });
  const count = async () => (await listResults(vedette, monitor.id)).length;
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(1);
  await runner.kill9();
  const missed = async () => {
    const wanted = { monitorId: monitor.id, intervalMs: 1_000, untilMs: Date.now() };
    return (await readSlots(dataDir, wanted)).filter(({ records }) => records.includes("missed")).length;
  };
  await expect.poll(missed, { timeout: 30_000, interval: 500 }).toBeGreaterThan(3);
  expect(await getMonitor(vedette, monitor.id)).toMatchObject({ status: "up" });
  expect(await home()).toMatchObject({ stand_in: false });
  const before = await count();
  runner = await startRunner();
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(before);
  const results = await listResults(vedette, monitor.id);
  expect(new Set(results.map(({ runner: name, status }) => `${name} ${status}`))).toEqual(
    new Set(["nas up"]),
  );
  expect((await vedette.request("GET", "/api/v1/alerts")).body).toMatchObject({ data: [] });
});

test("stops with a clear message when its key is revoked", async () => {
  expect((await vedette.request("DELETE", `/api/v1/api-keys/${key.id}`)).status).toBe(200);
  expect(await runner.exited).toEqual({ code: 1, signal: null });
  expect(runner.stderrLines().join("\n")).toContain("is not valid: it is unknown, revoked or expired");
  const response = await vedette.request("GET", "/api/v1/api-keys?status=revoked");
  expect(page(apiKeySchema).parse(response.body).data).toMatchObject([{ location: "home", scope: "runner" }]);
  // A runner elsewhere cannot reach the targets of this location, and would report them as down.
  expect(await locations()).toContainEqual(
    expect.objectContaining({ id: "home", private: true, stand_in: false }),
  );
});
