import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

const target = (id: string, kind = "monitor", more = {}) => ({
  ...{ id, kind, name: `T${id}`, enabled: true, locations: ["default"] },
  ...more,
});
const RESULT = { location: "default", status: "up", response_time_ms: 12, error: null };
const RUN = {
  ...{ id: "r1", status: "passed", location: "default", duration_ms: 34, error: null },
  ...{ finished_at: "2026-01-01T00:00:00.000Z", web_url: "https://vedette.example/runs/r1" },
};

type Answer = { status?: number; data?: unknown; error?: object; meta?: object };

let server: Server;
let folder: string;
let targets: ReturnType<typeof target>[];
/** The responses of other requests, by method and path. */
let answers: Record<string, Answer>;
let asked: { request: string; body: unknown }[];
/** Checks that the server is answering, now and at most. */
let [open, openMax] = [0, 0];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-run-"));
  [targets, answers, asked, open, openMax] = [[], {}, [], 0, 0];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "", "http://x");
    const name = `${request.method} ${url.pathname.replace(/^\/api\//, "")}`;
    asked.push({
      request: `${name}${url.search}`,
      body: chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString()),
    });
    openMax = Math.max(openMax, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    const found = name === "GET v1/targets" ? { data: selected(url.searchParams) } : answers[name];
    const { status = 200, data, error, meta } = found ?? { data: { status: "up", results: [RESULT] } };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(error ? { success: false, error } : { success: true, data, meta }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

function selected(query: URLSearchParams) {
  const ids = query.get("ids")?.split(",");
  return targets.filter(({ id }) => ids === undefined || ids.includes(id));
}

async function vdt(words: string, env: Record<string, string> = {}) {
  const [out, complaints]: [string[], string[]] = [[], []];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args: words.split(" "),
    folder,
    env: { VEDETTE_URL: `http://127.0.0.1:${port}`, VEDETTE_API_KEY: "vdt_agent_x", ...env },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}

test("runs targets of all kinds, and fails if one failed", async () => {
  targets = [
    target("1"),
    target("2", "api_monitor"),
    target("3", "journey"),
    target("4", "monitor", { enabled: false }),
  ];
  answers = {
    "POST v1/api-monitors/2/trigger": { data: RUN, meta: { run_ids: ["r1"] } },
    "POST agent/journeys/3/trigger": { data: { ...RUN, id: "r2" } },
    "GET agent/runs/r1": { data: RUN },
    "GET agent/runs/r2": {
      data: { ...RUN, status: "failed", error: { code: "STEP_FAILED", message: "no button" } },
    },
  };
  const { code, out } = await vdt("run --tag ci --reporter list,junit=reports/out.xml");
  expect(code).toBe(1);
  expect(asked[0]?.request).toMatch(/^GET v1\/targets\?.*kind=monitor%2Capi_monitor%2Cjourney.*tag=ci/);
  expect(out).toMatch(/^passed +monitor +T1 \(default\) {2}12 ms$/m);
  expect(out).toMatch(/^failed +journey +T3 \(default\) {2}34 ms\n {4}STEP_FAILED: no button\n {4}https:/m);
  expect(out).toMatch(/^skipped +monitor +T4\n {4}It is paused\.$/m);
  expect(out).toMatch(/2 passed, 1 failed, 1 skipped in [\d.]+ s$/);
  expect(await readFile(join(folder, "reports/out.xml"), "utf8")).toContain('tests="4" failures="1"');
});

test("runs at most four targets at a time, each once", async () => {
  targets = Array.from({ length: 20 }, (_, index) => target(String(index)));
  const { code, out } = await vdt("run --tag a --tag b --json");
  expect([code, JSON.parse(out).results.length]).toEqual([0, 20]);
  expect(openMax).toBeLessThanOrEqual(4);
  expect(asked.filter(({ request }) => request.startsWith("POST"))).toHaveLength(20);
});

test("passes location, base URL and variables to journeys, and skips what they cannot apply to", async () => {
  await writeFile(join(folder, ".env"), '# comment\nUSER=ada\nTEXT="a=b"\n');
  targets = [
    target("1"),
    target("3", "journey", { enabled: false }),
    target("5", "journey", { locations: ["fra"] }),
  ];
  answers = { "POST agent/journeys/3/trigger": { data: RUN }, "GET agent/runs/r1": { data: RUN } };
  const words = "--location default --base-url https://pr-7.example --env-file .env --reporter json";
  const { code, out } = await vdt(`run --target 1 --target 3 --target 5 ${words}`);
  expect(code).toBe(0);
  expect(asked.find(({ request }) => request.includes("trigger"))?.body).toEqual({
    location: "default",
    base_url: "https://pr-7.example",
    variables: { USER: "ada", TEXT: "a=b" },
  });
  expect(
    JSON.parse(out).results.map((one: { status: string; message: string }) => [one.status, one.message]),
  ).toEqual([
    ["skipped", "--base-url is for journeys only."],
    ["passed", null],
    ["skipped", "It does not run at default."],
  ]);
});

test.each([
  [{ status: 409, error: { code: "CONFLICT", message: "No runner." } }, 3, "refused"],
  [{ status: 500, error: { code: "INTERNAL_SERVER_ERROR", message: "Failed." } }, 4, "unreachable"],
  [{ data: { status: "error", results: [{ ...RESULT, status: "error" }] } }, 6, "not_judged"],
  [{ data: { status: "degraded", results: [{ ...RESULT, status: "degraded" }] } }, 0, "passed"],
])("a monitor that is answered with %j ends with code %i", async (answer, code, status) => {
  targets = [target("1")];
  answers = { "POST v1/monitors/1/check": answer };
  const result = await vdt("run --target 1 --reporter json");
  expect([result.code, JSON.parse(result.out).results[0].status]).toEqual([code, status]);
});

test("a run that continues after --wait ends with code 5", async () => {
  targets = [target("3", "journey")];
  answers = {
    "POST agent/journeys/3/trigger": { data: RUN },
    "GET agent/runs/r1": { data: { ...RUN, status: "running", finished_at: null } },
  };
  const { code, out } = await vdt("run --tag ci --wait 0.2");
  expect([code, out]).toEqual([5, expect.stringMatching(/^not ended +journey +T3/)]);
});

test("prints a document alone, with the list on standard error", async () => {
  targets = [target("1")];
  const { out, complaint } = await vdt("run --tag ci --reporter list --reporter tap");
  expect(out).toMatch(/^TAP version 14\n1\.\.1\nok 1 - T1 \(default\)/);
  expect(complaint).toContain("1 passed");
});

test.each([
  ["run", "Name the targets with --tag or --target"],
  ["run --tag none", "No monitor, API monitor or journey has the tag none."],
  ["run --tag ci --wait 0", "--wait must be above 0"],
  ["run --tag ci --wait soon", "is invalid"],
  ["run --tag ci --reporter xml", "--reporter is 'xml'"],
  ["run --tag ci --reporter junit=", "--reporter is 'junit='"],
  ["run --tag ci --reporter json,tap", "Only one of junit, json, tap can be printed"],
  ["run --tag ci --reporter junit=.", "cannot be written (EISDIR)"],
  ["run --tag ci --env-file missing", "missing cannot be read (ENOENT)"],
])("%s ends with code 2 and runs nothing", async (words, message) => {
  const { code, complaint } = await vdt(words);
  expect([code, complaint]).toEqual([2, expect.stringContaining(message)]);
  expect(asked.filter(({ request }) => request.startsWith("POST"))).toEqual([]);
});

test("a selection of paused targets alone is an error, because nothing was tested", async () => {
  targets = [target("1", "monitor", { enabled: false })];
  expect(await vdt("run --tag ci")).toMatchObject({
    code: 2,
    complaint: expect.stringContaining("nothing was tested"),
  });
});

test("an unknown ID is refused", async () => {
  targets = [target("1")];
  const { code, complaint } = await vdt("run --target 1 --target 9");
  expect([code, complaint]).toEqual([3, expect.stringContaining("with the ID 9")]);
});
