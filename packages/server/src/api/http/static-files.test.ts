import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../test/app.ts";

const PAGE = "<title>dashboard</title><script>run()</script><style>b { color: red }</style>";

let running: TestApp;
let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "vedette-dashboard-"));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "index.html"), PAGE);
  await writeFile(join(directory, "assets", "main-1a2b.js"), "run()");
  await writeFile(join(directory, "assets", "main-1a2b.js.br"), "packed");
  running = await startTestApp({ dashboardDir: directory });
});
afterAll(async () => {
  await running.stop();
  await rm(directory, { recursive: true });
});

function get(url: string, accept = "text/html,*/*") {
  return running.call(null, { method: "GET", url, headers: { accept } });
}

test.each(["/", "/monitors/1", "/monitors/new?tag=a", "/settings/api-keys", "/documents"])(
  "%s requested as a page returns the dashboard",
  async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'self'");
  },
);

test("only the inline code of the page itself is allowed to run", async () => {
  const policy = String((await get("/")).headers["content-security-policy"]);
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect(policy).toContain(`script-src 'self' ${hash("run()")};`);
  expect(policy).toContain(`style-src 'self' ${hash("b { color: red }")};`);
  expect(policy).not.toContain("unsafe-inline");
});

test("a built asset is cacheable as immutable", async () => {
  const answer = await get("/assets/main-1a2b.js");
  expect([answer.statusCode, answer.body]).toEqual([200, "run()"]);
  expect(answer.headers["cache-control"]).toContain("immutable");
});

test("a precompressed asset is sent to clients that accept gzip, and has no URL of its own", async () => {
  const url = "/assets/main-1a2b.js";
  const answer = await running.call(null, { method: "GET", url, headers: { "accept-encoding": "gzip, br" } });
  expect([answer.statusCode, answer.body]).toEqual([200, "packed"]);
  expect(answer.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": expect.stringContaining("javascript"),
    "cache-control": expect.stringContaining("immutable"),
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect((await get(`${url}.br`, "*/*")).statusCode).toBe(404);
});

test.each([
  "/api",
  "/api/v1/nothing",
  "/api/v1/monitors/x/y",
  "/docs/nothing",
  "/healthz/x",
  "/readyz/x",
  "/metrics/x",
  "/assets/gone-1a2b.js",
])("%s is never the dashboard", async (url) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, "NOT_FOUND"]);
});

test.each(["/../package.json", "/..%2fpackage.json", "/assets/..%2f..%2fetc%2fpasswd"])(
  "%s exposes no file outside the folder",
  async (url) => {
    const answer = await get(url, "*/*");
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  },
);

test("without a build the front page links to the API reference", async () => {
  const bare = await startTestApp();
  try {
    const answer = await bare.call(null, { method: "GET", url: "/" });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('href="/docs"');
  } finally {
    await bare.stop();
  }
});
