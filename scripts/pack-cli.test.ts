import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oldNode } from "../e2e/harness/old-node.ts";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../packages/server/test/app.ts";

/** The tarball of `vdt`, installed without a registry and run by the oldest Node of this machine, against the real API. */

const SCRIPT = fileURLToPath(new URL("./pack-cli.mjs", import.meta.url));
const FOLDERS = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"));
const NODE = oldNode ?? process.execPath;
const PATH = [dirname(NODE), ...FOLDERS].join(delimiter);

let folder: string;
let running: TestApp;
let org: TestOrg;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-packed-"));
  const packed = await run(process.execPath, [SCRIPT, join(folder, "out")]);
  expect(packed).toMatchObject({ code: 0 });
  const install = ["install", "--global", "--offline", "--no-audit", "--no-fund", "--prefix", folder];
  expect(await run("npm", [...install, packed.out])).toMatchObject({ code: 0 });
  running = await startTestApp();
  await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  org = await makeOrg(running.database);
}, 60_000);

afterAll(async () => {
  await running?.stop();
  await rm(folder, { recursive: true });
});

function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
  cwd = process.cwd(),
) {
  return new Promise<{ code: number; out: string; complaint: string }>((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, env: { PATH, HOME: folder, npm_config_cache: join(folder, "cache"), ...env }, timeout: 60_000 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === "number" ? error.code : error ? -1 : 0;
        resolve({ code, out: stdout.trim(), complaint: stderr.trim() });
      },
    );
    child.stdin?.end(input);
  });
}

type VdtOptions = { input?: string; env?: Record<string, string>; cwd?: string };

function vdt(words: string, { input = "", env = {}, cwd }: VdtOptions = {}) {
  const settings = {
    VEDETTE_URL: `http://127.0.0.1:${portOf(running.app)}`,
    VEDETTE_API_KEY: org.keys.admin,
  };
  return run(join(folder, "bin", "vdt"), words.split(" "), { ...settings, ...env }, input, cwd);
}

describe("the packed vdt", () => {
  test(`starts with Node of ${NODE}`, async () => {
    expect(await vdt("--version")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^vdt \d+\.\d+\.\d+$/),
    });
    expect((await vdt("--help")).out).toContain("Exit codes");
    expect((await vdt("monitors lst")).code).toBe(2);
  });

  test("has the licenses of the packages in it, and depends on none", async () => {
    const root = join(folder, "lib", "node_modules", "@vedette", "cli");
    const licenses = await readFile(join(root, "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["commander", "yaml", "zod"])
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(JSON.parse(await readFile(join(root, "package.json"), "utf8"))).not.toHaveProperty("dependencies");
  });

  test("creates, lists, changes and deletes a monitor", async () => {
    const created = await vdt("monitors create --file -", {
      input: "name: Shop\ntype: url\nurl: https://shop.example\ntags: [eu]\n",
    });
    expect(created).toMatchObject({ code: 0, complaint: "Shop is checked every 60 s." });
    const id = created.out;
    expect((await vdt("monitors list -o ids --tag eu")).out).toBe(id);
    expect((await vdt("monitors list")).out).toMatch(/pending {2}Shop {2}https:\/\/shop\.example/);
    const stored = await vdt(`monitors get ${id} -o yaml`);
    const edited = stored.out.replace("name: Shop", "name: Store");
    expect(await vdt(`monitors update ${id} -f -`, { input: edited })).toMatchObject({
      code: 0,
      out: "Store was updated.",
    });
    expect(await vdt(`monitors update ${id} -f -`, { input: edited })).toMatchObject({ code: 3 });
    expect((await vdt(`monitors update ${id} --set enabled=false --json`)).out).toContain('"enabled": false');
    expect((await vdt(`monitors delete ${id}`)).code).toBe(0);
    expect((await vdt("trash list -o ids")).out).toBe(id);
    expect((await vdt(`trash restore ${id}`)).code).toBe(0);
  });

  test("logs in with a key of standard input, and lists with the profile", async () => {
    const url = `http://127.0.0.1:${portOf(running.app)}`;
    const env = { VEDETTE_URL: "", VEDETTE_API_KEY: "" };
    expect((await vdt(`login --server ${url} --key-stdin`, { env, input: org.keys.admin })).code).toBe(0);
    expect((await vdt("whoami --json", { env })).out).toContain(org.orgId);
    expect((await vdt("keys list -o ids", { env })).out.split("\n")).toHaveLength(
      Object.keys(org.keys).length,
    );
    expect(await vdt("members list", { env })).toMatchObject({ code: 0, complaint: "There are no members." });
  });

  test("plans and applies files of monitoring as code, in TypeScript too if its Node strips types", async () => {
    const project = join(folder, "project");
    await mkdir(project);
    await writeFile(join(project, "vedette.yaml"), "version: 1\nproject: packed\nvariables: {A: b}\n");
    expect(await vdt("code apply --yes", { cwd: project })).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 created"),
    });
    const script = `import { monitor } from "@vedette/code";
monitor("home" as string, { type: "url", url: "https://shop.example" });
monitor("home", { type: "url" });`;
    await writeFile(join(project, "home.vedette.ts"), script);
    const env = { VEDETTE_API_KEY: org.keys.admin, NO_COLOR: "1" };
    const program = join(folder, "lib", "node_modules", "@vedette", "cli", "dist", "vdt.mjs");
    const { code, complaint } = await run(process.execPath, [program, "code", "validate"], env, "", project);
    const place = "home.vedette.ts:3:1 monitors.home is defined twice: it is defined in home.vedette.ts:2:1";
    expect([code, complaint]).toEqual([1, expect.stringContaining(place)]);
  });
});
