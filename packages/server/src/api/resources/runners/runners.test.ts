import { gzipSync } from "node:zlib";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { RUNNER_PROTOCOL, RUNNER_PROTOCOL_HEADER } from "@vedette/contract/runners/runner-protocol.ts";
import type { RunJob, RunOutcome, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, RUNNERS_LOCATION, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { checkJob, upOutcome } from "../../../../test/checks.ts";
import { makePng } from "../../../../test/servers/png.ts";
import { privateWorkQueue } from "../../../engine/locations/work-queue.ts";

const PNG = makePng({ width: 1, height: 1 }, () => [1, 2, 3]);
let running: TestApp;
let org: TestOrg;
let reports: CheckReport[];
let runReports: RunReport[];
beforeAll(async () => {
  running = await startTestApp();
  running.queue.takeReports((some) => void reports.push(...some));
  running.queue.takeRunReports((some) => void runReports.push(...some));
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  reports = [];
  runReports = [];
});
afterAll(() => running.stop());

const spoken = { [RUNNER_PROTOCOL_HEADER]: String(RUNNER_PROTOCOL) };
const post = (path: string, body: object, { key = org.keys.runner, headers = spoken as object } = {}) =>
  running.call(key, {
    method: "POST",
    url: `/api/agent/runner/${path}`,
    payload: body,
    headers: headers as Record<string, string>,
  });
const poll = { runner: "nas", capacity: { checks: 10, journey: 1 }, sent_at_ms: 0, version: "1" };
const outcome = upOutcome();

function journey(baselines: Record<string, string> = {}): RunJob {
  return {
    runId: "01900000-0000-7000-8000-000000000001",
    attempt: 1,
    lease: 3,
    orgId: org.orgId,
    targetId: "01900000-0000-7000-8000-000000000002",
    location: RUNNERS_LOCATION,
    startByMs: Date.now() + 30_000,
    spec: {
      kind: "journey",
      timeoutMs: 1_000,
      values: { PASSWORD: "hunter2" },
      secretNames: ["PASSWORD"],
      steps: [],
      script: null,
      viewport: null,
      device: null,
      baseUrl: null,
      capture: { trace: "never", video: "never" },
      baselines,
    },
  };
}

/** Polls like a runner, and returns the assigned work after the queue received it. */
async function assigned(publish: () => void, of: TestOrg = org) {
  const asked = post("poll", poll, { key: of.keys.runner });
  const place = privateWorkQueue({ orgId: of.orgId, location: RUNNERS_LOCATION });
  await expect.poll(() => running.queue.runners().some(({ location }) => location === place)).toBe(true);
  publish();
  const response = await asked;
  expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "no-store"]);
  return response.json().data;
}

const queueOf = ({ orgId }: TestOrg) => privateWorkQueue({ orgId, location: RUNNERS_LOCATION });

async function assignedCheck(change?: Partial<CheckJob>, of: TestOrg = org): Promise<string> {
  const work = await assigned(() => running.queue.publishJobs(queueOf(of), [checkJob(change)]), of);
  return work.checks[0].ticket;
}

async function assignedRun(job: RunJob) {
  const work = await assigned(() => running.queue.publishRuns(queueOf(org), [job]));
  return work.runs[0];
}

const report = (checks: object[], runs: object[] = []) => post("reports", { runner: "nas", checks, runs });

describe("a report of a check", () => {
  test("of assigned work reaches the queue, with its job and the runner's name", async () => {
    const job = checkJob();
    const { checks } = await assigned(() => running.queue.publishJobs(queueOf(org), [job]));
    expect(checks).toMatchObject([{ job }]);
    const response = await report([{ ticket: checks[0].ticket, outcome }]);
    expect(response.json().data).toEqual({ accepted: 1, refused: 0 });
    const { seriesKey, slotMs, location, trigger } = job;
    expect(reports).toMatchObject([{ seriesKey, slotMs, location, trigger, runner: "nas" }]);
  });

  test("has instants between assignment and now, with any runner clock", async () => {
    const beforeMs = Date.now();
    const ticket = await assignedCheck();
    const ofFuture = { ...outcome, checkedAtMs: beforeMs + 3_600_000 };
    await report([
      { ticket, outcome },
      { ticket, outcome: ofFuture },
    ]);
    for (const { outcome: found } of reports) {
      expect(found?.checkedAtMs).toBeGreaterThanOrEqual(Math.floor(beforeMs));
      expect(found?.checkedAtMs).toBeLessThanOrEqual(Date.now());
    }
  });

  test("of work that was not assigned to this key is rejected, and so is a tampered ticket", async () => {
    const other = await makeOrg(running.database);
    const foreign = await assignedCheck({}, other);
    const own = await assignedCheck({ seriesKey: 77 });
    const [text = "", mac = ""] = own.split(".");
    const altered = Buffer.from(
      Buffer.from(text, "base64url").toString().replace('"seriesKey":77', '"seriesKey":78'),
    ).toString("base64url");
    const forged = [foreign, `${altered}.${mac}`, `${text}.`, text, "x.y", `${own}x`];
    const response = await report(forged.map((ticket) => ({ ticket, outcome })));
    expect(response.json().data).toEqual({ accepted: 0, refused: forged.length });
    expect(reports).toEqual([]);
  });

  test("of a check that was assigned too long ago is rejected", async () => {
    const longAgoMs = Date.now() - 20 * 60_000;
    const app = await startTestApp({ clock: { now: () => longAgoMs, monotonic: () => performance.now() } });
    try {
      const early = await makeOrg(app.database);
      const headers = { ...spoken, authorization: `Bearer ${early.keys.runner}` };
      const asked = app.app.server.inject({
        method: "POST",
        url: "/api/agent/runner/poll",
        payload: poll,
        headers,
      });
      const place = queueOf(early);
      await expect.poll(() => app.queue.runners().some(({ location }) => location === place)).toBe(true);
      app.queue.publishJobs(place, [checkJob({ startByMs: longAgoMs + 30_000 })]);
      const { ticket } = (await asked).json().data.checks[0];
      expect((await report([{ ticket, outcome }])).json().data).toEqual({ accepted: 0, refused: 1 });
    } finally {
      await app.stop();
    }
  });

  test.each([
    ["a number that exceeds the column", { ...outcome, responseUs: 3e9 }],
    ["an invalid address", { ...outcome, ip: "nas.local" }],
    ["an unknown field", { ...outcome, run: { id: "r" } }],
    ["an unknown error code", { ...outcome, error: { code: "X", message: "", phase: "dns" } }],
    ["an instant beyond the date range", { ...outcome, checkedAtMs: 1e300 }],
  ])("with %s is rejected", async (_name, found) => {
    const ticket = await assignedCheck();
    expect((await report([{ ticket, outcome: found }])).statusCode).toBe(400);
    expect(reports).toEqual([]);
  });

  test("can be compressed, and its uncompressed size is limited", async () => {
    const ticket = await assignedCheck();
    const compressed = (body: string | Buffer): InjectOptions & { method: "POST"; url: string } => ({
      method: "POST",
      url: "/api/agent/runner/reports",
      headers: { ...spoken, "content-type": "application/json", "content-encoding": "gzip" },
      payload: body,
    });
    const send = async (body: Buffer) => (await running.call(org.keys.runner, compressed(body))).statusCode;
    const body = JSON.stringify({ runner: "nas", checks: [{ ticket, outcome }], runs: [] });
    expect(await send(gzipSync(body))).toBe(200);
    expect(reports).toHaveLength(1);
    expect(await send(gzipSync(" ".repeat(20 * 1_048_576)))).toBe(413);
    expect(await send(Buffer.from("this is not compressed"))).toBe(400);
    const elsewhere = { ...compressed(gzipSync("{}")), url: "/api/agent/runner/poll" };
    expect((await running.call(org.keys.runner, elsewhere)).statusCode).toBe(415);
  });
});

test("assigns work only to runners of its organization and location", async () => {
  const other = await makeOrg(running.database);
  const asked = post("poll", poll, { key: other.keys.runner });
  await assignedCheck();
  running.queue.publishJobs(queueOf(other), [checkJob({ seriesKey: 5 })]);
  expect((await asked).json().data.checks).toMatchObject([{ job: { seriesKey: 5 } }]);
});

test("rejects a runner of another version with instructions", async () => {
  for (const headers of [{}, { [RUNNER_PROTOCOL_HEADER]: "0" }]) {
    const responses = [await post("poll", poll, { headers })];
    responses.push(await post("reports", { runner: "nas", checks: [], runs: [] }, { headers }));
    for (const response of responses) {
      expect(response.statusCode).toBe(400);
      expect(response.json().error.message).toContain("Install on the runner's machine the version");
    }
  }
});

describe("a file of a run", () => {
  const found = (change: Partial<RunOutcome> = {}): RunOutcome => ({
    startedAtMs: 1,
    finishedAtMs: 2,
    error: null,
    steps: [],
    ...change,
  });
  const artifact = (key: string) => ({
    key,
    kind: "screenshot" as const,
    name: "page",
    contentType: "image/png",
    bytes: 1,
    stepIndex: null,
  });

  function upload(fields: Record<string, string>, content: Buffer, key = org.keys.runner) {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `${parts.join("")}--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`;
    return running.call(key, {
      method: "POST",
      url: "/api/agent/runner/files",
      headers: { ...spoken, "content-type": "multipart/form-data; boundary=b" },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--b--\r\n")]),
    });
  }

  test("is uploaded with its run's ticket, and referenced by the report", async () => {
    const { ticket } = await assignedRun(journey());
    const { ref, bytes } = (await upload({ kind: "screenshot", ticket }, PNG)).json().data;
    expect(bytes).toBe(PNG.length);
    const outcomes = [found({ artifacts: [artifact(ref)] }), found({ artifacts: [artifact("made up")] })];
    const runs = outcomes.map((outcome) => ({ ticket, event: "finished", outcome }));
    expect((await report([], runs)).json().data).toEqual({ accepted: 1, refused: 1 });
    const [first] = runReports;
    const key = first?.event === "finished" ? first.outcome.artifacts?.[0]?.key : undefined;
    expect(first).toMatchObject({ runner: "nas", lease: 3, location: RUNNERS_LOCATION });
    expect(await running.artifacts.read(key ?? "")).toEqual(PNG);
  });

  test("is rejected and not stored without a ticket of this key's run, or if it does not match its kind", async () => {
    const { ticket } = await assignedRun(journey());
    const other = await makeOrg(running.database);
    const codes = [
      (await upload({ kind: "screenshot", ticket: "x.y" }, PNG)).statusCode,
      (await upload({ kind: "screenshot", ticket: await assignedCheck() }, PNG)).statusCode,
      (await upload({ kind: "screenshot", ticket }, PNG, other.keys.runner)).statusCode,
      (await upload({ kind: "screenshot", ticket }, Buffer.from("<script>"))).statusCode,
      (await upload({ kind: "log", ticket }, Buffer.alloc(2 * 1_048_576, "x"))).statusCode,
    ];
    expect(codes).toEqual([403, 403, 403, 400, 413]);
  });

  test("of a baseline is readable by the reference in the work, and by no other runner", async () => {
    const saved = await running.artifacts.save(PNG, { bytesMax: 1_000_000 });
    const storeKey = "key" in saved ? saved.key : "";
    const { job } = await assignedRun(journey({ page: storeKey }));
    const ref = job.spec.baselines.page;
    expect(JSON.stringify(job)).not.toContain(storeKey);
    const get = (named: string, key = org.keys.runner) =>
      running.call(key, { method: "GET", url: `/api/agent/runner/files/${named}` });
    expect((await get(ref)).rawPayload).toEqual(PNG);
    const other = await makeOrg(running.database);
    expect((await get(ref, other.keys.runner)).statusCode).toBe(404);
    expect((await get(storeKey)).statusCode).toBe(404);
  });
});
