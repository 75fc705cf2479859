import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../main.ts";

type TestResponse = { status?: number; body: unknown };

const RUN = {
  id: "01a1fbb4-893a-7178-838f-305c66bcb89e",
  status: "running",
  location: "default",
  steps_passed: 0,
  steps_total: 3,
  duration_ms: null,
  error: null,
  finished_at: null,
  web_url: "http://vedette.example/journeys/7/runs/01a1fbb4",
};
const PASSED = {
  ...RUN,
  status: "passed",
  steps_passed: 3,
  duration_ms: 1_234,
  finished_at: "2026-01-01T00:00:00.000Z",
};
const FAILED = {
  ...PASSED,
  status: "failed",
  steps_passed: 1,
  error: { code: "STEP_FAILED", message: "no button", step_index: 1 },
};
const UNAUTHORIZED = {
  status: 401,
  body: { success: false, error: { code: "UNAUTHORIZED", message: "The API key is not known." } },
};

let server: Server;
let responses: TestResponse[] = [];
let asked: { method: string; url: string; body: string }[] = [];

beforeEach(async () => {
  responses = [];
  asked = [];
  server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    asked.push({ method, url, body: await textOf(request) });
    // The last response is repeated.
    const { status = 200, body } = (responses.length > 1 ? responses.shift() : responses[0]) ?? {
      body: null,
    };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ok = (data: unknown, meta?: unknown): TestResponse => ({ body: { success: true, data, meta } });

describe("journeys run", () => {
  test("prints only the run ID to stdout, and its page to stderr", async () => {
    responses = [ok(RUN)];
    const { code, out, complaint } = await vdt("journeys run 7");
    expect([code, out]).toEqual([0, RUN.id]);
    expect(complaint).toContain(RUN.web_url);
    expect(asked).toEqual([{ method: "POST", url: "/api/agent/journeys/7/trigger", body: "{}" }]);
  });

  test("sends the location and the overrides of the run", async () => {
    responses = [ok(RUN)];
    const words = "--location fra --base-url https://pr-7.example --variable A=1 --variable B=x=y";
    await vdt(`journeys run 7 ${words}`);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({
      location: "fra",
      base_url: "https://pr-7.example",
      variables: { A: "1", B: "x=y" },
    });
  });

  test.each([
    [PASSED, 0, "passed  default  3 of 3 steps  1.2 s"],
    [FAILED, 1, "failed  default  1 of 3 steps  1.2 s  STEP_FAILED: no button"],
  ])("--wait ends with the result of the run", async (ended, expectedCode, text) => {
    responses = [ok(RUN), ok(RUN), ok(ended)];
    const { code, out } = await vdt("journeys run 7 --wait --timeout 120");
    expect([code, out]).toEqual([expectedCode, text]);
    expect(asked.map(({ url }) => url)).toEqual([
      "/api/agent/journeys/7/trigger",
      `/api/agent/runs/${RUN.id}?wait=50`,
      `/api/agent/runs/${RUN.id}?wait=50`,
    ]);
  });

  test("stops immediately if the key is unknown", async () => {
    responses = [UNAUTHORIZED];
    const { code, complaint } = await vdt("journeys run 7 --wait");
    expect([code, complaint, asked.length]).toEqual([3, "The API key is not known.", 1]);
  });

  test("stops if the key is revoked while it waits", async () => {
    responses = [ok(RUN), UNAUTHORIZED];
    expect((await vdt("journeys run 7 --wait")).code).toBe(3);
    expect(asked).toHaveLength(2);
  });
});

describe("api-monitors run", () => {
  test("waits for the run of each location, and fails if one failed", async () => {
    responses = [ok(RUN, { run_ids: ["a", "b"] }), ok(PASSED), ok(FAILED)];
    const { code, out } = await vdt("api-monitors run 7 --wait");
    expect(code).toBe(1);
    expect(out.split("\n").map((line) => line.split(" ")[0])).toEqual(
      expect.arrayContaining(["passed", "failed"]),
    );
    expect(asked.map(({ url }) => url).sort()).toEqual([
      "/api/agent/runs/a?wait=50",
      "/api/agent/runs/b?wait=50",
      "/api/v1/api-monitors/7/trigger",
    ]);
  });

  test("prints the run IDs, one per line", async () => {
    responses = [ok(RUN, { run_ids: ["a", "b"] })];
    expect(await vdt("api-monitors run 7 --location fra")).toMatchObject({ code: 0, out: "a\nb" });
    expect(asked[0]?.body).toBe('{"location":"fra"}');
  });
});

describe("runs", () => {
  test("get shows the current state of a run", async () => {
    responses = [ok(RUN)];
    expect(await vdt("runs get 7")).toMatchObject({ code: 0, out: "running  default  0 of 3 steps  –" });
  });

  test("wait continues after a response without a result, for example during an upgrade", async () => {
    responses = [{ status: 503, body: "starting" }, ok(PASSED)];
    expect((await vdt("runs wait 7")).code).toBe(0);
    expect(asked).toHaveLength(2);
  });

  test("wait exits with code 5 at its timeout, and polls at most once per second", async () => {
    responses = [ok(RUN)];
    const { code, complaint } = await vdt("runs wait 7 --timeout 1.5");
    expect([code, complaint]).toEqual([5, "Run 7 did not finish within 1.5 s; it continues."]);
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});

test.each([
  ["journeys run", "Missing argument: ID of the journey"],
  ["api-monitors run", "Missing argument: ID of the API monitor"],
  ["runs wait 7 --timeout soon", "not a number"],
  ["runs wait 7 --timeout 0", "not a number of seconds"],
  ["journeys run 7 --timeout 5", "--timeout requires --wait"],
  ["journeys run 7 --variable A", "not NAME=VALUE"],
])("`%s` ends with code 2 and sends nothing", async (words, expected) => {
  const { code, complaint } = await vdt(words);
  expect([code, asked]).toEqual([2, []]);
  expect(complaint).toContain(expected);
});

async function vdt(words: string) {
  const out: string[] = [];
  const complaints: string[] = [];
  const address = server.address() as AddressInfo | null;
  const code = await main({
    args: words.split(" "),
    folder: "/",
    env: { VEDETTE_URL: `http://127.0.0.1:${address?.port ?? 0}`, VEDETTE_API_KEY: "vdt_agent_x" },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
