import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import process from "node:process";
import { identityProviderSchema } from "@vedette/contract/people/identity-providers.ts";
import { monitorSchema } from "@vedette/contract/targets/monitors.ts";
import { afterEach, describe, expect, test } from "vitest";
import { dataOf } from "./harness/api-client.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitor, getMonitor, listResults } from "./harness/monitors.ts";
import { findPostgres, groupIsGone } from "./harness/processes.ts";
import { startTarget } from "./harness/target.ts";
import { type LaunchOptions, runVedette, SHIPPED_COMMAND } from "./harness/vedette.ts";

/** The operator's view: first and second start, command line, and every reason for a failed start. */

const lab = createLab(afterEach);
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const KEY = /vdt_agent_[0-9A-Za-z]{43}/g;

describe("a start", () => {
  test("on an empty folder prints one key; the next start prints none and keeps the data", async () => {
    const dataDir = await lab.emptyDataDir();
    const target = await startTarget();
    const first = await lab.start({ dataDir, command: SHIPPED_COMMAND });
    // The key is printed alone and in an example.
    expect(new Set(first.stdout.match(KEY))).toEqual(new Set([first.key]));
    expect(first.stdout).toContain(`${first.url}/docs`);
    const { id } = await createMonitor(first, { name: "kept", url: target.url() });
    const before = await resultsSoon(first, id);
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    expect(await first.postgresPids()).toEqual([]);

    const second = await lab.start({ dataDir, command: SHIPPED_COMMAND, key: first.key });
    expect(second.stdout).not.toMatch(KEY);
    expect(await getMonitor(second, id)).toMatchObject({ name: "kept", status: "up" });
    const after = await listResults(second, id);
    expect(after.map((result) => result.id)).toEqual(expect.arrayContaining(before));
    await target.close();
  });

  test.skipIf(!isRoot)("as an ordinary user works, and that user owns all files", async () => {
    const dataDir = await lab.emptyDataDir(NOBODY);
    const vedette = await lab.start({
      dataDir,
      command: SHIPPED_COMMAND,
      uid: NOBODY,
      env: { HOME: dirname(dataDir) },
    });
    const monitor = await createMonitor(vedette, { url: "http://127.0.0.1:1/" });
    await expect.poll(async () => (await getMonitor(vedette, monitor.id)).status, POLL).toBe("down");
    expect(await vedette.stop()).toEqual({ code: 0, signal: null });
    const entries = await readdir(dataDir, { recursive: true });
    const owners = await Promise.all(entries.map(async (name) => (await stat(join(dataDir, name))).uid));
    expect([...new Set(owners)]).toEqual([NOBODY]);
  });
});

test("vedette --version prints the version of the package", async () => {
  const { version } = JSON.parse(await readFile("packages/server/package.json", "utf8"));
  const ending = await runVedette({ dataDir: "/nowhere", args: ["--version"] });
  expect(ending).toMatchObject({ code: 0, stdout: `vedette ${version}\n`, stderr: "" });
});

test("vedette setup-link uses the port of the running service, read from the data directory", async () => {
  const dataDir = await lab.emptyDataDir();
  const vedette = await lab.start({ dataDir, command: SHIPPED_COMMAND });
  const { code, stdout } = await runVedette({ dataDir, args: ["setup-link"] });
  expect([code, new URL(stdout.trim()).port]).toEqual([0, new URL(vedette.url).port]);
});

describe("vedette keys create", () => {
  const create = (dataDir: string, name: string, scope = "agent") =>
    runVedette({ dataDir, args: ["keys", "create", "--name", name, "--scope", scope] });

  test("prints only the key, whether or not the service runs, and rejects a duplicate name", async () => {
    const dataDir = await lab.emptyDataDir();
    const whileDown = await create(dataDir, "before");
    expect(whileDown).toMatchObject({ code: 0, stdout: expect.stringMatching(ALONE), stderr: "" });
    expect(await findPostgres(dataDir)).toEqual([]);

    const vedette = await lab.start({ dataDir, command: SHIPPED_COMMAND });
    const whileUp = await create(dataDir, "meanwhile", "read");
    expect(whileUp).toMatchObject({ code: 0, stdout: expect.stringMatching(ALONE), stderr: "" });
    const as = (key: string, method: "GET" | "POST", path: string) =>
      vedette.requestWith({ method, path, key: key.trim() }).then(({ status }) => status);
    const admin = (await create(dataDir, "third", "admin")).stdout;
    const made = await vedette.requestWith({
      method: "POST",
      path: "/api/v1/monitors",
      key: admin.trim(),
      body: { name: "m", type: "tcp", host: "127.0.0.1", port: 1, enabled: false },
    });
    const check = `/api/v1/monitors/${dataOf(monitorSchema, made).id}/check`;
    expect(await as(whileDown.stdout, "GET", "/api/v1/monitors")).toBe(200);
    expect(await as(whileDown.stdout, "POST", check)).toBe(200);
    expect(await as(whileDown.stdout, "POST", "/api/v1/monitors")).toBe(403);
    expect(await as(whileUp.stdout, "GET", "/api/v1/monitors")).toBe(200);
    expect(await as(whileUp.stdout, "POST", check)).toBe(403);

    const again = await create(dataDir, "meanwhile");
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(/^An API key named 'meanwhile' already exists in this organization[^\n]*$/);
    expect(await create(dataDir, "x", "root")).toMatchObject({ code: 1, stdout: "" });
    expect(await vedette.postgresPids()).toHaveLength(1);
  });
});

describe("vedette verify-domain", () => {
  const ISSUER = "https://login.example.com";

  test("verifies a domain of a provider while the service runs, again without effect, and names what is wrong", async () => {
    const dataDir = await lab.newDataDir();
    const run = (...args: string[]) => runVedette({ dataDir, args });
    const vedette = await lab.start({ dataDir });
    const key = (await run("keys", "create", "--name", "admin", "--scope", "admin")).stdout.trim();
    const provider = { name: "Acme", issuer: ISSUER, client_id: "vedette", client_secret: "secret" };
    const path = "/api/v1/identity-providers";
    const body = { ...provider, domains: ["example.com"] };
    const made = await vedette.requestWith({ method: "POST", path, key, body });
    const { id } = dataOf(identityProviderSchema, made);
    const verify = (domain: string, { of = id, issuer = ISSUER } = {}) =>
      run("verify-domain", domain, "--provider", of, "--issuer", issuer);

    const refused = [
      [await verify("example.org"), "No identity provider with the id"],
      [await verify("example.com", { of: "acme" }), "No identity provider with the id acme has the domain"],
      [await verify("example.com", { issuer: "https://login.example.org" }), `has the issuer ${ISSUER} and`],
      [await run("verify-domain", "example.com"), "A domain, --provider and --issuer are required. Usage: "],
      [await run("verify-domain", "example.com", "--isuer", ISSUER), "Unknown option '--isuer'"],
    ] as const;
    for (const [{ code, stdout, stderr }, sentence] of refused) {
      expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(sentence)]);
      expect(stderr).not.toContain("\n");
    }
    const read = () => vedette.requestWith({ method: "GET", path: `${path}/${id}`, key });
    const proofs = async () => dataOf(identityProviderSchema, await read()).domain_proofs;
    expect(await proofs()).toMatchObject([{ domain: "example.com", verified_at: null }]);

    const stdout = expect.stringMatching(/^People of example\.com can sign in to .+ with https:\S+\.\n$/);
    expect(await verify("Example.com")).toMatchObject({ code: 0, stdout, stderr: "" });
    const verified = await proofs();
    expect(verified).toMatchObject([{ domain: "example.com", verified_at: expect.any(String) }]);
    expect(await verify("example.com")).toMatchObject({ code: 0, stdout, stderr: "" });
    expect(await proofs()).toEqual(verified);
  });
});

const ALONE = /^vdt_agent_[0-9A-Za-z]{43}\n$/;
const POLL = { timeout: 20_000, interval: 50 };

describe("a failed start", () => {
  /** Expects exit code 1, one sentence and no remaining process. Returns the sentence. */
  async function refusal(options: LaunchOptions): Promise<string> {
    const ending = await runVedette({ ...options, args: ["serve"] });
    expect(ending).toMatchObject({ code: 1, stdout: "" });
    const sentences = ending.stderr.split("\n").filter((line) => !line.startsWith('{"level"'));
    expect(sentences).toEqual([expect.stringMatching(/^[A-Z].*[.]$/)]);
    expect(groupIsGone(ending.pid)).toBe(true);
    return sentences[0] ?? "";
  }

  test("because the port is in use names the port and stops its database", async () => {
    const server = createServer().listen(0);
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = String(typeof address === "object" ? address?.port : 0);
    const dataDir = await lab.emptyDataDir();
    expect(await refusal({ dataDir, env: { PORT: port } })).toMatch(new RegExp(`^Port ${port} is in use`));
    expect(await findPostgres(dataDir)).toEqual([]);
    server.close();
  });

  test("because a setting is invalid names it", async () => {
    const ending = await runVedette({
      dataDir: await lab.emptyDataDir(),
      env: { PORT: "eighty" },
      args: ["serve"],
    });
    expect(ending).toMatchObject({ code: 1, stdout: "" });
    expect(ending.stderr).toContain("PORT=eighty must be a whole number");
    expect(ending.stderr).not.toMatch(/^ +at /m);
  });

  test.skipIf(!isRoot)("because the folder belongs to another user names its path", async () => {
    const dataDir = await lab.emptyDataDir();
    expect(await refusal({ dataDir, uid: NOBODY })).toContain(dataDir);
  });

  test("because another PostgreSQL created the data names both versions", async () => {
    const dataDir = await lab.emptyDataDir();
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "15\n");
    expect(await refusal({ dataDir })).toMatch(/created by PostgreSQL 15, .* contains 18/);
  });

  test("because the data is in use names the process that uses it, which keeps running", async () => {
    const dataDir = await lab.emptyDataDir();
    const vedette = await lab.start({ dataDir, command: SHIPPED_COMMAND });
    expect(await refusal({ dataDir })).toContain(
      `Another Vedette (process ${vedette.pid}) is using ${dataDir}`,
    );
    expect((await vedette.request("GET", "/readyz")).status).toBe(200);
    expect(await vedette.postgresPids()).toHaveLength(1);
  });
});

async function resultsSoon(vedette: Parameters<typeof listResults>[0], id: string): Promise<string[]> {
  await expect.poll(async () => (await listResults(vedette, id)).length, POLL).toBeGreaterThan(1);
  return (await listResults(vedette, id)).map((result) => result.id);
}
