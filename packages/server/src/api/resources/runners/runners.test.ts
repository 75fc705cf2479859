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

const PICTURE = makePng({ width: 1, height: 1 }, () => [1, 2, 3]);
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

/** Asks as a runner does, and answers with what it was handed once the queue has had the work. */
async function handed(publish: () => void, of: TestOrg = org) {
  const asked = post("poll", poll, { key: of.keys.runner });
  const place = privateWorkQueue({ orgId: of.orgId, location: RUNNERS_LOCATION });
  await expect.poll(() => running.queue.runners().some(({ location }) => location === place)).toBe(true);
  publish();
  const answer = await asked;
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
  return answer.json().data;
}

const placeOf = ({ orgId }: TestOrg) => privateWorkQueue({ orgId, location: RUNNERS_LOCATION });

async function handedCheck(change?: Partial<CheckJob>, of: TestOrg = org): Promise<string> {
  const work = await handed(() => running.queue.publishJobs(placeOf(of), [checkJob(change)]), of);
  return work.checks[0].ticket;
}

async function handedRun(job: RunJob) {
  const work = await handed(() => running.queue.publishRuns(placeOf(org), [job]));
  return work.runs[0];
}

const report = (checks: object[], runs: object[] = []) => post("reports", { runner: "nas", checks, runs });

describe("a report of a check", () => {
  test("of work that was handed out reaches the queue, as what was asked and with the runner's name", async () => {
    const job = checkJob();
    const { checks } = await handed(() => running.queue.publishJobs(placeOf(org), [job]));
    expect(checks).toMatchObject([{ job }]);
    const answer = await report([{ ticket: checks[0].ticket, outcome }]);
    expect(answer.json().data).toEqual({ accepted: 1, refused: 0 });
    const { seriesKey, slotMs, location, trigger } = job;
    expect(reports).toMatchObject([{ seriesKey, slotMs, location, trigger, runner: "nas" }]);
  });

  test("counts from when its work was handed out until now, whatever the runner's clock says", async () => {
    const beforeMs = Date.now();
    const ticket = await handedCheck();
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

  test("of work that was not handed out with this key is refused, and so is one that was tampered with", async () => {
    const other = await makeOrg(running.database);
    const foreign = await handedCheck({}, other);
    const own = await handedCheck({ seriesKey: 77 });
    const [text = "", mac = ""] = own.split(".");
    const altered = Buffer.from(
      Buffer.from(text, "base64url").toString().replace('"seriesKey":77', '"seriesKey":78'),
    ).toString("base64url");
    const forged = [foreign, `${altered}.${mac}`, `${text}.`, text, "x.y", `${own}x`];
    const answer = await report(forged.map((ticket) => ({ ticket, outcome })));
    expect(answer.json().data).toEqual({ accepted: 0, refused: forged.length });
    expect(reports).toEqual([]);
  });

  test("of a check that was handed out long ago is refused", async () => {
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
      const place = placeOf(early);
      await expect.poll(() => app.queue.runners().some(({ location }) => location === place)).toBe(true);
      app.queue.publishJobs(place, [checkJob({ startByMs: longAgoMs + 30_000 })]);
      const { ticket } = (await asked).json().data.checks[0];
      expect((await report([{ ticket, outcome }])).json().data).toEqual({ accepted: 0, refused: 1 });
    } finally {
      await app.stop();
    }
  });

  test.each([
    ["a number that no column holds", { ...outcome, responseUs: 3e9 }],
    ["an address that is none", { ...outcome, ip: "nas.local" }],
    ["a field that nobody knows", { ...outcome, run: { id: "r" } }],
    ["a code that nobody knows", { ...outcome, error: { code: "X", message: "", phase: "dns" } }],
    ["an instant after all calendars", { ...outcome, checkedAtMs: 1e300 }],
  ])("with %s is refused", async (_name, found) => {
    const ticket = await handedCheck();
    expect((await report([{ ticket, outcome: found }])).statusCode).toBe(400);
    expect(reports).toEqual([]);
  });

  test("may be packed, and is counted unpacked", async () => {
    const ticket = await handedCheck();
    const packed = (body: string | Buffer): InjectOptions & { method: "POST"; url: string } => ({
      method: "POST",
      url: "/api/agent/runner/reports",
      headers: { ...spoken, "content-type": "application/json", "content-encoding": "gzip" },
      payload: body,
    });
    const send = async (body: Buffer) => (await running.call(org.keys.runner, packed(body))).statusCode;
    const body = JSON.stringify({ runner: "nas", checks: [{ ticket, outcome }], runs: [] });
    expect(await send(gzipSync(body))).toBe(200);
    expect(reports).toHaveLength(1);
    expect(await send(gzipSync(" ".repeat(20 * 1_048_576)))).toBe(413);
    expect(await send(Buffer.from("this is not packed"))).toBe(400);
    const elsewhere = { ...packed(gzipSync("{}")), url: "/api/agent/runner/poll" };
    expect((await running.call(org.keys.runner, elsewhere)).statusCode).toBe(415);
  });
});

test("work of one organization is handed to no runner of another, nor to one at another location", async () => {
  const other = await makeOrg(running.database);
  const asked = post("poll", poll, { key: other.keys.runner });
  await handedCheck();
  running.queue.publishJobs(placeOf(other), [checkJob({ seriesKey: 5 })]);
  expect((await asked).json().data.checks).toMatchObject([{ job: { seriesKey: 5 } }]);
});

test("a runner that speaks another version is told what to do", async () => {
  for (const headers of [{}, { [RUNNER_PROTOCOL_HEADER]: "0" }]) {
    const answers = [await post("poll", poll, { headers })];
    answers.push(await post("reports", { runner: "nas", checks: [], runs: [] }, { headers }));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.message).toContain("Install on the runner's machine the version");
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

  test("is handed in with its run's ticket, and named by the report", async () => {
    const { ticket } = await handedRun(journey());
    const { ref, bytes } = (await upload({ kind: "screenshot", ticket }, PICTURE)).json().data;
    expect(bytes).toBe(PICTURE.length);
    const outcomes = [found({ artifacts: [artifact(ref)] }), found({ artifacts: [artifact("made up")] })];
    const runs = outcomes.map((told) => ({ ticket, event: "finished", outcome: told }));
    expect((await report([], runs)).json().data).toEqual({ accepted: 1, refused: 1 });
    const [first] = runReports;
    const key = first?.event === "finished" ? first.outcome.artifacts?.[0]?.key : undefined;
    expect(first).toMatchObject({ runner: "nas", lease: 3, location: RUNNERS_LOCATION });
    expect(await running.artifacts.read(key ?? "")).toEqual(PICTURE);
  });

  test("is refused and not kept without a ticket of this key's run, and where it is not what it says", async () => {
    const { ticket } = await handedRun(journey());
    const other = await makeOrg(running.database);
    const codes = [
      (await upload({ kind: "screenshot", ticket: "x.y" }, PICTURE)).statusCode,
      (await upload({ kind: "screenshot", ticket: await handedCheck() }, PICTURE)).statusCode,
      (await upload({ kind: "screenshot", ticket }, PICTURE, other.keys.runner)).statusCode,
      (await upload({ kind: "screenshot", ticket }, Buffer.from("<script>"))).statusCode,
      (await upload({ kind: "log", ticket }, Buffer.alloc(2 * 1_048_576, "x"))).statusCode,
    ];
    expect(codes).toEqual([403, 403, 403, 400, 413]);
  });

  test("that a run compares with is got by the reference in its work, and by no other runner", async () => {
    const saved = await running.artifacts.save(PICTURE, { bytesMax: 1_000_000 });
    const storeKey = "key" in saved ? saved.key : "";
    const { job } = await handedRun(journey({ page: storeKey }));
    const ref = job.spec.baselines.page;
    expect(JSON.stringify(job)).not.toContain(storeKey);
    const get = (named: string, key = org.keys.runner) =>
      running.call(key, { method: "GET", url: `/api/agent/runner/files/${named}` });
    expect((await get(ref)).rawPayload).toEqual(PICTURE);
    const other = await makeOrg(running.database);
    expect((await get(ref, other.keys.runner)).statusCode).toBe(404);
    expect((await get(storeKey)).statusCode).toBe(404);
  });
});
