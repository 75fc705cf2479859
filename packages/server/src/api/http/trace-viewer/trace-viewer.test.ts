import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { guardedServiceWorker } from "./guard-responses.ts";

/** Sources without a server. */
const LOCAL: ReadonlySet<string> = new Set(["blob:", "data:"]);

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

const get = (url: string, host = "vedette.example:8080") =>
  running.call(null, { method: "GET", url, headers: { host, accept: "text/html,*/*" } });

function directivesOf(policy: unknown): Map<string, string[]> {
  const parts = String(policy).split("; ");
  return new Map(parts.map((part) => part.split(" ")).map(([name = "", ...values]) => [name, values]));
}

test.each(["index.html", "snapshot.html", "sw.bundle.js"])(
  "%s of the trace viewer can load only files below its own path",
  async (file) => {
    const { statusCode, headers } = await get(`/trace-viewer/${file}`);
    expect(statusCode).toBe(200);
    const directives = directivesOf(headers["content-security-policy"]);
    const own = "vedette.example:8080/trace-viewer/";
    for (const name of ["connect-src", "frame-src", "worker-src"]) {
      expect([name, directives.get(name)?.filter((source) => !LOCAL.has(source))]).toEqual([name, [own]]);
    }
    expect(directives.get("default-src")).toEqual(["'none'"]);
    expect(directives.get("script-src")?.filter((source) => !source.startsWith("'sha256-"))).toEqual([own]);
    expect(directives.get("sandbox")).toEqual(["allow-scripts", "allow-same-origin"]);
    expect(directives.get("frame-ancestors")).toEqual(["'self'"]);
    expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    expect(headers["cache-control"]).toBe("no-cache");
  },
);

test("the policy never contains an invalid host", async () => {
  const { headers } = await get("/trace-viewer/index.html", "[::1]:8080");
  expect(directivesOf(headers["content-security-policy"]).get("worker-src")).toEqual(["'self'"]);
});

test("an unknown path below the trace viewer is not the dashboard", async () => {
  expect((await get("/trace-viewer/nothing")).statusCode).toBe(404);
  expect((await get("/trace-viewer/uiMode.html")).statusCode).toBe(404);
  expect((await get("/trace-viewer/../../../package.json")).statusCode).toBe(404);
});

test("responses of the service worker get a policy, and a stricter one if they have one", () => {
  const realm = createContext({ Response });
  const policiesOf = (script: string): unknown => runInContext(guardedServiceWorker(script), realm);
  const name = "'content-security-policy'";
  expect(policiesOf(`new Response('<script>1</script>').headers.get(${name})`)).toBe(
    "sandbox; default-src 'none'",
  );
  const snapshot = createContext({ Response });
  const given = `new Response('', { headers: { [${name}]: "script-src 'nonce-1'" } }).headers.get(${name})`;
  expect(runInContext(guardedServiceWorker(given), snapshot)).toBe(
    "script-src 'nonce-1', connect-src 'none'; form-action 'none'",
  );
});
