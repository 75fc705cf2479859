import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../main.ts";

const KEY = "vdt_admin_of_shop";

let server: Server;
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-profiles-"));
  path = join(folder, "vedette", "config.json");
  server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${KEY}`;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    const error = { code: "UNAUTHORIZED", message: "The API key is not known." };
    const data = [{ id: "7", name: "Shop", role: "admin" }];
    response.end(JSON.stringify(isKnown ? { success: true, data } : { success: false, error }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function vdt(words: string, { input = "", env = {}, answers = null as string[] | null } = {}) {
  const [out, complaints]: [string[], string[]] = [[], []];
  const asked: { question: string; isHidden: boolean }[] = [];
  const code = await main({
    args: words.split(" "),
    folder: "/",
    env: { XDG_CONFIG_HOME: folder, ...env },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from([Buffer.from(input)]),
    ask:
      answers === null
        ? null
        : async (question, { isHidden }) => {
            asked.push({ question, isHidden });
            return answers.shift() ?? "";
          },
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n"), asked };
}

const login = (name: string) =>
  vdt(`login --server ${address()} --key-stdin --profile ${name}`, { input: `${KEY}\n` });

describe("login", () => {
  test("verifies a key of standard input, and stores it for this user only", async () => {
    expect(await login("shop")).toMatchObject({
      code: 0,
      out: `Logged in to ${address()} as a key of Shop (profile shop).`,
    });
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
      current: "shop",
      profiles: { shop: { server: address(), key: KEY } },
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "vedette"))).mode & 0o777).toBe(0o700);
    expect(await vdt("whoami")).toMatchObject({ code: 0, out: `Shop on ${address()} (profile shop)` });
  });

  test("asks on a terminal, and hides the key", async () => {
    const { code, asked } = await vdt("login", { answers: [address(), KEY] });
    expect(code).toBe(0);
    expect(asked).toEqual([
      { question: "Server [http://localhost:8080]: ", isHidden: false },
      { question: "API key: ", isHidden: true },
    ]);
  });

  test("stores nothing if the server rejects the key", async () => {
    const { code } = await vdt(`login --server ${address()} --key-stdin`, { input: "vdt_other" });
    expect(code).toBe(3);
    await expect(stat(path)).rejects.toThrow("ENOENT");
  });

  test.each([
    ["login", "There is no terminal to ask on"],
    ["login --key-stdin", "--key-stdin requires --server"],
    ["login --server ftp://x --key-stdin", "--server is 'ftp://x'"],
    ["login --server http://localhost:1 --key-stdin", "The input is not an API key"],
  ])("%s is a usage error", async (words, message) => {
    const { code, complaint } = await vdt(words);
    expect([code, complaint]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("profiles", () => {
  test("are listed without keys, selected and deleted", async () => {
    await login("one");
    await login("two");
    const { out } = await vdt("profiles list --json");
    expect(out).not.toContain(KEY);
    expect(JSON.parse(out)).toEqual([
      { name: "one", server: address(), current: false },
      { name: "two", server: address(), current: true },
    ]);
    expect((await vdt("profiles use one")).code).toBe(0);
    expect((await vdt("whoami")).out).toContain("(profile one)");
    expect((await vdt("whoami", { env: { VEDETTE_PROFILE: "two" } })).out).toContain("(profile two)");
    expect((await vdt("--profile two whoami")).out).toContain("(profile two)");
    expect((await vdt("profiles delete two")).code).toBe(0);
    expect((await vdt("whoami --profile two")).complaint).toContain("There is no profile 'two'");
    expect((await vdt("logout")).out).toBe(`Logged out of ${address()}.`);
    expect((await vdt("whoami")).complaint).toContain("Run 'vdt login'");
  });

  test("give way to environment variables, and never send a key to another server", async () => {
    await login("shop");
    const wrong = await vdt("whoami", { env: { VEDETTE_API_KEY: "vdt_other" } });
    expect([wrong.code, wrong.complaint]).toEqual([3, "The API key is not known."]);
    const elsewhere = await vdt("whoami --server http://127.0.0.1:9");
    expect([elsewhere.code, elsewhere.complaint]).toEqual([
      2,
      expect.stringContaining("is of http://127.0.0.1"),
    ]);
  });

  test.each(["{", "[]", '{"current":1,"profiles":{}}', '{"current":null,"profiles":{"a":{}}}'])(
    "a file with %s is reported with its path",
    async (text) => {
      await login("shop");
      await writeFile(path, text);
      const { code, complaint } = await vdt("whoami");
      expect([code, complaint]).toEqual([2, expect.stringContaining(`${path} is not a file of profiles`)]);
    },
  );
});

describe("login --device", () => {
  /** Responses to the polls of the program, in order. */
  let polls: { status: number; body: object }[];
  let sent: { path: string | undefined; key: string | undefined; body: string }[];

  beforeEach(() => {
    sent = [];
    server.removeAllListeners("request");
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { url: path, headers } = request;
      sent.push({ path, key: headers.authorization, body: Buffer.concat(chunks).toString() });
      const code = {
        ...{ device_code: "secret", user_code: "WDJB-MJHT", expires_in: 600, interval: 0 },
        verification_uri_complete: "https://vedette.example/device?code=WDJB-MJHT",
      };
      const known = {
        "/api/v1/device/code": code,
        "/api/v1/user/organizations": [{ id: "7", name: "Shop" }],
      };
      const found = known[path as keyof typeof known];
      const { status, body } = found
        ? { status: 200, body: { success: true, data: found } }
        : (polls.shift() ?? { status: 404, body: {} });
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });

  const token = (status: string, key: string | null) => ({
    status: 200,
    body: { success: true, data: { status, key } },
  });
  const refusal = (status: number, code: string) => ({
    status,
    body: { success: false, error: { code, message: "The user denied the login." } },
  });

  test("waits for the approval, also while the server restarts, and stores the key", async () => {
    polls = [token("pending", null), refusal(503, "UNAVAILABLE"), token("approved", KEY)];
    const { code, complaint } = await vdt(`login --device --server ${address()}`);
    expect([code, complaint]).toEqual([0, expect.stringContaining("approve the code WDJB-MJHT")]);
    expect(complaint).not.toContain("secret");
    expect(JSON.parse(await readFile(path, "utf8")).profiles.default.key).toBe(KEY);
    expect(sent.filter(({ key }) => key === undefined)).toHaveLength(4);
    expect(sent.at(-1)).toMatchObject({ path: "/api/v1/user/organizations", key: `Bearer ${KEY}` });
  });

  test("ends with code 3 if the user denies it", async () => {
    polls = [refusal(403, "FORBIDDEN")];
    expect(await vdt(`login --device --server ${address()}`)).toMatchObject({ code: 3 });
    await expect(stat(path)).rejects.toThrow("ENOENT");
  });
});

test.skipIf(spawnSync("script", ["--version"]).error !== undefined)(
  "a real terminal does not echo the key",
  async () => {
    const program = join(import.meta.dirname, "../../../bin/vdt.mjs");
    const { VEDETTE_API_KEY: _, ...env } = process.env;
    const shell = spawn(
      "script",
      ["-qec", `'${process.execPath}' '${program}' login --server ${address()}`, "/dev/null"],
      { env: { ...env, XDG_CONFIG_HOME: folder }, stdio: ["pipe", "pipe", "ignore"] },
    );
    let shown = "";
    shell.stdout.on("data", (chunk: Buffer) => {
      if (!shown.includes("API key: ") && `${shown}${chunk}`.includes("API key: "))
        shell.stdin.write(`${KEY}\r`);
      shown += chunk;
    });
    expect(await new Promise((resolve) => shell.on("exit", resolve))).toBe(0);
    expect(shown).toContain("Logged in to");
    expect(shown).not.toContain(KEY);
  },
  20_000,
);
