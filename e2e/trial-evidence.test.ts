import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { newApiKeySchema } from "@vedette/contract/people/api-keys.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "./harness/api-client.ts";
import { type Fleet, startFleet } from "./harness/fleet.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitor, getMonitor, listResults } from "./harness/monitors.ts";
import { VEDETTE, type Vedette } from "./harness/vedette.ts";

const lab = createLab(afterAll);
let fleet: Fleet;
let api: Vedette;
const log = (...parts: unknown[]) => process.stderr.write(parts.map((p) => typeof p === "string" ? p : JSON.stringify(p, null, 1)).join(" ") + "\n");
const dir = mkdtempSync("/tmp/trial-");
const hosts = (name: string, ip: string) => { const f = `${dir}/hosts-${name}`; writeFileSync(f, `127.0.0.1 localhost\n${ip} shop.test\n`); return f; };
const wrap = (hostsFile: string, command: string[]) => ["unshare", "-m", "sh", "-c", `mount --bind ${hostsFile} /etc/hosts && exec "$@"`, "sh", ...command];
void spawn;

function server(ip: string) {
  let status = 200;
  const s = createServer((_q, r) => { r.writeHead(status, { connection: "close" }).end(`ok from ${ip}`); });
  return { listen: (port: number) => new Promise<number>((ok) => s.listen(port, ip, () => ok((s.address() as { port: number }).port))), set: (n: number) => { status = n; }, close: () => new Promise((ok) => { s.closeAllConnections(); s.close(ok); }) };
}

beforeAll(async () => {
  fleet = await startFleet(lab);
  [api] = await Promise.all([fleet.start("api"), fleet.start("scheduler")]);
}, 120_000);
afterAll(() => fleet?.stop());

const startRunner = async (name: string, location: string, ip: string, env = {}) =>
  lab.start({
    dataDir: await lab.emptyDataDir(),
    command: wrap(hosts(name, ip), [process.execPath, VEDETTE, "serve", "--role", "runner", "--location", location]),
    env: { NATS_URL: fleet.nats.url, VEDETTE_RUNNER_NAME: name, VEDETTE_RUNNER_THREADS: "1", ...env },
  });

async function evidence(id: string) {
  const { body } = await api.request("GET", `/api/v1/targets/${id}/evidence`);
  return (body as { data: any[] }).data;
}
const brief = (b: any) => ({ at: b.at, verdict: b.verdict, changed: b.changed_at, vantages: b.facts.vantages.map((v: any) => ({ location: v.location, runner: v.runner, saw: v.saw, check: v.check?.status, err: v.check?.error?.message, addresses: v.addresses.map((a: any) => [a.address, a.error?.code ?? "ok", a.blocked]), dur: v.duration_ms, inc: v.incomplete, dns: v.dns?.answers?.map((a: any) => [a.resolver, a.rcode]) })), locations: b.locations });

test("fleet", async () => {
  const a = server("127.0.0.1"), b = server("127.0.0.2");
  const port = await a.listen(0); await b.listen(port);
  const eu = await startRunner("eu1", "eu", "127.0.0.1");
  const us = await startRunner("us1", "us", "127.0.0.2");
  const key = dataOf(newApiKeySchema, await api.request("POST", "/api/v1/api-keys", { name: "nas", scope: "runner", location: "home" }));
  const home = await lab.start({ dataDir: await lab.emptyDataDir(), command: wrap(hosts("home", "127.0.0.2"), [process.execPath, VEDETTE, "runner", "--server", api.url, "--name", "nas"]), env: { VEDETTE_KEY: key.key } });
  await expect.poll(async () => { const { body } = await api.request("GET", "/api/v1/locations"); return (body as any).data.filter((l: any) => l.runners > 0).map((l: any) => l.id).sort(); }, { timeout: 30_000 }).toEqual(["eu", "home", "us"]);
  const m1 = await createMonitor(api, { name: "eu+us", url: `http://shop.test:${port}/`, locations: ["eu", "us"], interval: 2 });
  const m2 = await createMonitor(api, { name: "eu+home", url: `http://shop.test:${port}/`, locations: ["eu", "home"], interval: 2 });
  const m3 = await createMonitor(api, { name: "home", url: `http://shop.test:${port}/`, locations: ["home"], interval: 2 });
  for (const m of [m1, m2, m3]) await expect.poll(async () => (await getMonitor(api, m.id)).status, { timeout: 30_000 }).toBe("up");
  await new Promise((ok) => setTimeout(ok, 4000));
  log("results", (await listResults(api, m2.id)).slice(0, 4).map((r) => [r.location, r.status, r.runner, r.ip]));
  const t0 = Date.now();
  await a.close();
  for (const m of [m1, m2]) {
    await expect.poll(async () => (await evidence(m.id)).length, { timeout: 60_000, interval: 300 }).toBeGreaterThan(0);
    log(m.name, Date.now() - t0, "ms", brief((await evidence(m.id))[0]));
  }
  const t1 = Date.now();
  await b.close();
  await expect.poll(async () => (await evidence(m3.id)).length, { timeout: 60_000, interval: 300 }).toBeGreaterThan(0);
  log(m3.name, Date.now() - t1, "ms", brief((await evidence(m3.id))[0]));
  // The runner of home is gone.
  await home.kill9();
  let t = Date.now();
  const gone = await api.request("POST", `/api/v1/targets/${m3.id}/evidence`);
  log("home gone at once", Date.now() - t, gone.status, gone.body);
  await new Promise((ok) => setTimeout(ok, 61_000));
  t = Date.now();
  const gone2 = await api.request("POST", `/api/v1/targets/${m3.id}/evidence`);
  log("home gone later", Date.now() - t, gone2.status, gone2.body);
  t = Date.now();
  const part = await api.request("POST", `/api/v1/targets/${m2.id}/evidence`);
  log("eu+home with home gone", Date.now() - t, part.status, part.status === 200 ? brief((part.body as any).data) : part.body);
  log("errors", [api, eu, us].map((v) => v.stderrLines().filter((l: any) => /error|warn/.test(JSON.stringify(l))).slice(0, 10)));
}, 300_000);
