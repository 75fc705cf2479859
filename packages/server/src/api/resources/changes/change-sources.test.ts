import { RUNNER_PROTOCOL, RUNNER_PROTOCOL_HEADER } from "@vedette/contract/runners/runner-protocol.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Recording, startRecording } from "../../../../test/alerting.ts";
import { makeOrg, RUNNERS_LOCATION, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { checkJob } from "../../../../test/checks.ts";
import { privateWorkQueue } from "../../../engine/locations/work-queue.ts";
import { dropOldChanges } from "../../../pipeline/changes/drop-old-changes.ts";
import { keepRunnerVersions } from "../../../pipeline/changes/runners/keep-runner-versions.ts";
import { renewProcess } from "../../../pipeline/service-health/process-queries.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Every source of what changed, from the request or the check that causes it. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let running: TestApp;
let org: TestOrg;
let nowMs = Date.now();
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());
beforeEach(async () => {
  org = await makeOrg(running.database);
  nowMs = Date.now();
});

async function send(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, of = org) {
  const response = await running.call(of.keys.admin, {
    ...{ method, url: `/api/v1${path}` },
    ...(payload && { payload }),
  });
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`);
  return response.json().data;
}

async function makeTarget(locations: readonly string[], of = org): Promise<string> {
  const body = { name: "Shop", type: "url", url: "https://shop.test/", interval: 60, locations };
  return (await send("POST", "/monitors", body, of)).id;
}

type Change = { kind: string; summary: string; locations: string[]; by: string | null };
const changesOf = (id: string, of = org): Promise<Change[]> =>
  send("GET", `/targets/${id}/changes?limit=100`, undefined, of);
const summaries = async (id: string, kind: string) =>
  (await changesOf(id)).filter((change) => change.kind === kind).map(({ summary }) => summary);

const observeRunners = () =>
  keepRunnerVersions({
    ...{ database: running.database, queue: running.queue },
    clock: { ...systemClock, now: () => nowMs },
  });

/** A runner at the organization's own location polls once and gets work, as `vedette runner` of a version does. */
async function pollAs(version: string, runner: string, of = org): Promise<void> {
  const response = running.call(of.keys.runner, {
    ...{ method: "POST", url: "/api/agent/runner/poll" },
    headers: { [RUNNER_PROTOCOL_HEADER]: String(RUNNER_PROTOCOL) },
    payload: { runner, capacity: { checks: 1 }, sent_at_ms: Date.now(), version },
  });
  const workQueue = privateWorkQueue({ orgId: of.orgId, location: RUNNERS_LOCATION });
  const isOnline = () =>
    running.queue.runners().some((each) => each.location === workQueue && each.version === version);
  await expect.poll(isOnline).toBe(true);
  running.queue.publishJobs(workQueue, [checkJob({ location: RUNNERS_LOCATION })]);
  expect((await response).statusCode).toBe(200);
}

const updateText = (version: string, before: string) =>
  `A runner at ${RUNNERS_LOCATION} has version ${version}; before, runners there had ${before}.`;

test("another version of a private runner, also of one with another name, is listed once a change", async () => {
  const id = await makeTarget([RUNNERS_LOCATION]);
  const elsewhere = await makeTarget(["default"]);
  const other = await makeOrg(running.database);
  const stranger = await makeTarget([RUNNERS_LOCATION], other);
  nowMs -= 10 * MINUTE_MS;
  await pollAs("1.0.0", "container-a");
  await pollAs("0.9.0", "container-z", other);
  await observeRunners();
  expect(await summaries(id, "update")).toEqual([]);
  await pollAs("1.1.0", "container-b");
  for (let minute = 0; minute < 3; minute++) {
    nowMs += MINUTE_MS;
    await observeRunners();
  }
  expect(await changesOf(id)).toContainEqual(
    expect.objectContaining({
      ...{ kind: "update", summary: updateText("1.1.0", "1.0.0"), locations: [RUNNERS_LOCATION], by: null },
    }),
  );
  expect(await summaries(id, "update")).toHaveLength(1);
  expect(await summaries(elsewhere, "update")).toEqual([]);
  expect((await changesOf(stranger, other)).map(({ kind }) => kind)).not.toContain("update");
});

test("a version that returns is a change again, and a runner that was away is none", async () => {
  const location = `eu-${org.orgId.slice(-8)}`;
  const id = await makeTarget([location]);
  let online: { version: string }[] = [];
  const queue = {
    runners: () => online.map(({ version }) => ({ runner: "r", location, lastSeenAtMs: nowMs, version })),
  };
  const observe = async (versions: readonly string[], minutes: number) => {
    online = versions.map((version) => ({ version }));
    nowMs += minutes * MINUTE_MS;
    await keepRunnerVersions({
      ...{ database: running.database, queue },
      clock: { ...systemClock, now: () => nowMs },
    });
  };
  nowMs -= DAY_MS;
  await observe(["1"], 1);
  await observe(["1"], 60);
  await observe(["1", "2"], 1);
  await observe(["2"], 1);
  await observe(["1", "2"], 2);
  expect(await summaries(id, "update")).toEqual([expect.stringContaining("has version 2; before")]);
  await observe(["2"], 1);
  await observe(["2"], 10);
  await observe(["1"], 1);
  expect((await summaries(id, "update"))[0]).toMatch(/has version 1; before, runners there had 2\.$/);
  const drop = (atMs: number) =>
    dropOldChanges(
      { database: running.database, clock: { ...systemClock, now: () => atMs } },
      { signal: new AbortController().signal },
    );
  await drop(nowMs + 89 * DAY_MS);
  expect(await summaries(id, "update")).toHaveLength(2);
  await drop(nowMs + 91 * DAY_MS);
  expect(await summaries(id, "update")).toEqual([]);
});

test("a new entry is published for its target, or for all if it may be of several", async () => {
  const events: (string | null)[] = [];
  const end = running.queue.takeEvents((some) => {
    for (const event of some)
      if (event.type === "target.change" && event.orgId === org.orgId) events.push(event.data.target_id);
  });
  const id = await makeTarget(["default"]);
  await send("PUT", `/monitors/${id}`, { timeout: 7 });
  await send("POST", "/markers", { title: "shop 2.1" });
  await send("POST", "/variables", { name: "OTHER", type: "string", value: "x" });
  await expect.poll(() => events).toEqual([id, id, null, null]);
  end();
});

test("an update of the server is listed at each target", async () => {
  const id = await makeTarget(["default"]);
  for (const [nr, version] of ["0.1.0", "0.1.0", "0.2.0"].entries()) {
    const at = new Date(nowMs - (3 - nr) * 1_000);
    await renewProcess(running.database, { id: newId(at.getTime()), version, startedAt: at, now: at });
  }
  expect(await summaries(id, "update")).toEqual(["Vedette was updated from 0.1.0 to 0.2.0."]);
  await running.database.run(sql`delete from scheduler_process where version in ('0.1.0', '0.2.0')`);
});

test("edits of the audit log name the fields, the rules that cover the target and the variables that it uses", async () => {
  await send("POST", "/variables", { name: "HOST", type: "string", value: "shop.test" });
  await send("POST", "/variables", { name: "UNUSED", type: "string", value: "x" });
  const body = { name: "Shop", type: "url", url: "https://{{HOST}}/", tags: ["shop"] };
  const { id } = await send("POST", "/monitors", body);
  const [host, unused] = await send("GET", "/variables?sort=name");
  const rule = (name: string, tag: string) =>
    send("POST", "/alerts/rules", {
      ...{ name, type: "consecutive_failures", params: { threshold: 2 }, selector: { tags: { any: [tag] } } },
    });
  const [covering, other] = [await rule("Shop fails", "shop"), await rule("Blog fails", "blog")];
  await send("PUT", `/variables/${host.id}`, { value: "cart.test" });
  await send("PUT", `/variables/${unused.id}`, { value: "y" });
  await send("PUT", `/alerts/rules/${covering.id}`, { severity: "warning" });
  await send("PUT", `/alerts/rules/${other.id}`, { severity: "warning" });
  await send("PUT", `/monitors/${id}`, { timeout: 7, tags: ["shop", "eu"] });
  expect((await changesOf(id)).map(({ kind, summary, by }) => [kind, summary, by])).toEqual([
    ["edit", "Monitor “Shop” changed: tags, timeout.", "admin"],
    ["rule", "Alert rule “Shop fails” changed: severity.", "admin"],
    ["variable", "Variable “HOST” changed.", "admin"],
    ["rule", "Alert rule “Shop fails” created.", "admin"],
    ["edit", "Monitor “Shop” created.", "admin"],
    ["variable", "Variable “HOST” created.", "admin"],
  ]);
});

test("a badge of the target is no change", async () => {
  const id = await makeTarget(["default"]);
  const before = await changesOf(id);
  await send("POST", `/targets/${id}/badge-key`);
  await send("DELETE", `/targets/${id}/badge-key`);
  expect(await changesOf(id)).toEqual(before);
});

test("checks compare addresses, certificate, issuer, headers, redirects, body, HTTP and TLS version", async () => {
  const id = await makeTarget(["default"]);
  const series = await running.database.find<{ series_key: number }>(
    sql`select series_key from series where target_id = ${id}`,
  );
  const recording: Recording = await startRecording(running.database);
  const check = (minutesAgo: number, nr: 1 | 2) =>
    recording.record([
      {
        ...{ seriesKey: series?.series_key ?? 0, slotMs: nowMs - minutesAgo * MINUTE_MS, status: "up" },
        found: {
          fingerprint: {
            ...{
              addresses: [`192.0.2.${nr}`],
              headers: `server: s${nr}`,
              redirects: `301 https://r${nr}.test/`,
            },
            ...{ httpVersion: String(nr), bodyKeys: `id, key${nr}` },
          },
          tls: {
            ...{ fingerprint: `AA:0${nr}`, issuer: `Issuer ${nr}`, protocol: `TLSv1.${nr + 1}` },
            expiresAtMs: null,
          },
        },
      },
    ]);
  await check(10, 1);
  await check(9, 2);
  await recording.stop();
  expect((await summaries(id, "observed")).toSorted()).toEqual([
    "Certificate changed from AA:01 to AA:02.",
    "Certificate issuer changed from Issuer 1 to Issuer 2.",
    "HTTP version changed from 1 to 2.",
    "IP address changed from 192.0.2.1 to 192.0.2.2.",
    "Keys of the body: new key2; gone key1.",
    "Redirects changed from 301 https://r1.test/ to 301 https://r2.test/.",
    "Server headers changed from server: s1 to server: s2.",
    "TLS version changed from TLSv1.2 to TLSv1.3.",
  ]);
});
