import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLab } from "./harness/lab.ts";
import { oldNode } from "./harness/old-node.ts";
import { startTarget, type Target } from "./harness/target.ts";
import type { Vedette } from "./harness/vedette.ts";

/** A pipeline as CI runs it, with `vdt` from its packed tarball: log in, plan, test, apply, mark, run. */

const PACK = fileURLToPath(new URL("../scripts/pack-cli.mjs", import.meta.url));
const KUMA = fileURLToPath(
  new URL("../packages/server/src/api/importing/kuma/fixtures/kuma.db", import.meta.url),
);

const lab = createLab(afterAll);
let vedette: Vedette;
let dataDir: string;
let target: Target;
let home: string;
let project: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "vedette-pipeline-"));
  project = join(home, "project");
  await mkdir(project);
  dataDir = await lab.newDataDir();
  const [started, tarball] = await Promise.all([
    lab.start({ dataDir }),
    run(process.execPath, [PACK, join(home, "out")]),
  ]);
  vedette = started;
  expect(tarball.code).toBe(0);
  const install = ["install", "--global", "--offline", "--no-audit", "--no-fund", "--prefix", home];
  expect(await run("npm", [...install, tarball.out])).toMatchObject({ code: 0 });
  target = await startTarget();
});
afterAll(async () => {
  await target?.close();
  await rm(home, { recursive: true });
});

type Ended = { code: number; out: string; complaint: string };

/** CI has the Node of its image, and none of this repository's programs. */
const PATH = [dirname(oldNode ?? process.execPath), ...(process.env.PATH ?? "").split(delimiter)]
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

function run(program: string, args: readonly string[], { env = {}, input = "" } = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      cwd: project,
      env: { PATH, HOME: home, npm_config_cache: join(home, "cache"), ...env },
      timeout: 90_000,
      maxBuffer: 64 * 1_024 * 1_024,
    };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error ? -1 : 0;
      resolve({ code, out: stdout.trim(), complaint: stderr.trim() });
    });
    child.stdin?.end(input);
  });
}

const vdt = (words: string, options: Parameters<typeof run>[2] = {}) =>
  run(join(home, "bin", "vdt"), words.split(" "), options);

function configuration({ path, interval }: { path: string; interval: string }): string {
  return `version: 1
project: shop
secrets: {TOKEN: {env: TOKEN}}
groups: {storefront: {name: Storefront}}
channels:
  hook: {type: webhook, config: {url: {env: HOOK}}}
monitors:
  home: {type: url, url: "${target.url(path)}", interval: ${interval}, group: storefront, tags: [shop]}
rules:
  down: {type: consecutive_failures, params: {threshold: 2}, on: {tags: {any: [shop]}}, channels: [hook]}
`;
}

test("a pipeline logs in, plans, tests, applies, marks the deploy and runs what it has made", async () => {
  const login = await vdt(`login --server ${vedette.url} --key-stdin`, { input: vedette.key });
  expect(login).toMatchObject({ code: 0 });
  await writeFile(join(project, "vedette.yaml"), configuration({ path: "/", interval: "1h" }));
  const env = { TOKEN: "canary-of-the-pipeline", HOOK: target.url("/hook") };

  expect(await vdt("code validate")).toMatchObject({ code: 0 });
  const plan = await vdt("code plan --exit-code --json", { env });
  expect([plan.code, JSON.parse(plan.out).summary.create]).toEqual([2, 5]);
  expect(plan.out).not.toContain("canary-of-the-pipeline");
  expect(await vdt("code test --reporter junit=tests.xml,list")).toMatchObject({ code: 0 });
  expect(await readFile(join(project, "tests.xml"), "utf8")).toContain('failures="0"');
  expect(target.hits("/")).toBeGreaterThan(0);

  expect(await vdt("code apply --yes", { env })).toMatchObject({ code: 0 });
  expect(await vdt("code plan --exit-code", { env })).toMatchObject({ code: 0 });
  const marked = await vdt("deploy mark --version v1.2.3 --environment production --tag shop");
  expect(marked).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(await vdt("run --tag shop --wait 60 --reporter tap")).toMatchObject({
    code: 0,
    out: expect.stringContaining("ok 1"),
  });

  target.answerWith(503);
  const failed = await vdt("run --tag shop --wait 60 --reporter junit=run.xml,github");
  expect(failed).toMatchObject({ code: 1, out: expect.stringContaining("::error") });
  expect(await readFile(join(project, "run.xml"), "utf8")).toContain("<failure");
  target.answerWith(200);
});

test("a deletion that the pipeline did not allow changes nothing", async () => {
  await writeFile(join(project, "vedette.yaml"), "version: 1\nproject: shop\n");
  const refused = await vdt("code apply --yes");
  expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining("allow")]);
  expect((await vdt("monitors list -o ids")).out).not.toBe("");
});

test("monitors of Uptime Kuma come over, and their export plans no change", async () => {
  const dry = await vdt(`import kuma ${KUMA} --dry-run --json`);
  const lists = JSON.parse(dry.out);
  expect(Object.keys(lists).sort()).toEqual(["made", "made_with_differences", "not_made"]);
  expect((await vdt("monitors list --tag env:prod -o ids")).out).toBe("");
  expect(await vdt(`import kuma ${KUMA}`)).toMatchObject({ code: 0 });

  const folder = join(home, "exported");
  const exported = await vdt(`code export --project import:kuma --format yaml --out ${folder}`);
  expect(exported).toMatchObject({ code: 0 });
  expect(await readdir(folder)).not.toEqual([]);
  const plan = await vdt(`code plan ${folder} --exit-code --json`);
  expect([plan.code, JSON.parse(plan.out || "{}").summary]).toMatchObject([
    0,
    { create: 0, update: 0, replace: 0, delete: 0 },
  ]);
  expect(await vdt(`import kuma ${KUMA}`)).toMatchObject({ code: 0 });
  const again = await vdt(`code plan ${folder} --exit-code`);
  expect(again.code).toBe(0);
});

test("kill -9 in the middle of an apply leaves all of it or nothing", async () => {
  const monitors = Array.from(
    { length: 300 },
    (_, index) => `  m${index}: {type: url, url: "${target.url(`/${index}`)}", interval: 1h}`,
  );
  const text = `version: 1\nproject: many\nmonitors:\n${monitors.join("\n")}\n`;
  await writeFile(join(project, "vedette.yaml"), text);
  const proxy = await startProxy(vedette.url, {
    // The server has the whole request then, and works on it.
    onApply: () => vedette.killNow(),
  });
  const key = vedette.key;
  const env = { VEDETTE_URL: proxy.url, VEDETTE_API_KEY: key };
  const interrupted = await vdt("code apply --yes", { env });
  await proxy.close();
  await vedette.exited;
  expect(interrupted.code).not.toBe(0);

  const again = await lab.start({ dataDir, key });
  const owned = await again.request("GET", "/api/v1/code/projects/many");
  const { resources } = (owned.body as { data: { resources: unknown[] } }).data;
  expect([0, 300]).toContain(resources.length);
  const listed = await again.request("GET", "/api/v1/monitors?q=m299");
  expect((listed.body as { data: unknown[] }).data).toHaveLength(resources.length / 300);
  const settings = { VEDETTE_URL: again.url, VEDETTE_API_KEY: key };
  expect(await vdt("code apply --yes", { env: settings })).toMatchObject({ code: 0 });
  expect(await vdt("code plan --exit-code", { env: settings })).toMatchObject({ code: 0 });
});

/** Forwards requests, and says when a whole request to apply has been forwarded. */
async function startProxy(to: string, { onApply }: { onApply: () => void }) {
  const server = createServer((incoming, answer) => {
    const { method, url = "/", headers } = incoming;
    const outgoing = request(new URL(url, to), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    outgoing.on("finish", () => {
      if (url.endsWith("/apply")) setTimeout(onApply, 100);
    });
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
