import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { buffer, text } from "node:stream/consumers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OutputTail } from "./output-tail.ts";

/** The command as a process of its own, against a server that takes pings: signals and exit codes are those of processes. */

const UUID = "0b7b1b9e-2d0c-4f5d-9d4e-0d6c3d0f8a11";
const PROGRAM = join(import.meta.dirname, "../../../bin/vdt.mjs");
type Asked = { method: string | undefined; path: string; rid: string | null; body: string };

let server: Server;
let asked: Asked[];
/** Called with the number of the request. */
let statusOf: (nr: number) => number;
let bodyLimit: string;
beforeEach(async () => {
  asked = [];
  statusOf = () => 200;
  bodyLimit = "10000";
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const body = (await buffer(request)).toString("utf8");
    asked.push({ method: request.method, path: url.pathname, rid: url.searchParams.get("rid"), body });
    if (url.pathname.startsWith("/api/")) {
      const data = { ping_url: `${address()}/ping/${UUID}` };
      response.writeHead(url.pathname.endsWith(UUID) ? 404 : 200, { "content-type": "application/json" });
      const error = { code: "NOT_FOUND", message: "The heartbeat does not exist." };
      response.end(
        JSON.stringify(url.pathname.endsWith(UUID) ? { success: false, error } : { success: true, data }),
      );
      return;
    }
    response.writeHead(statusOf(asked.length), { "ping-body-limit": bodyLimit }).end("OK");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port}`;
const pingUrl = () => `${address()}/ping/${UUID}`;

function start(words: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [PROGRAM, "ping", ...words], {
    env: { PATH: process.env.PATH, VEDETTE_URL: address(), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

async function endOf(child: ChildProcess) {
  const [out, complaint, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    once(child, "close"),
  ]);
  return { code, out, complaint };
}

function ping(words: readonly string[], env: Record<string, string> = {}) {
  const child = start(words, env);
  child.stdin?.end("from standard input");
  return endOf(child);
}

describe("vdt ping -- COMMAND", () => {
  test("sends start, exit code and output, passes everything through, and returns the exit code", async () => {
    const script = "cat; echo; echo problem >&2; exit 3";
    const ended = await ping([pingUrl(), "--", "sh", "-c", script]);
    expect(ended).toEqual({ code: 3, out: "from standard input\n", complaint: "problem\n" });
    const [first, last, ...more] = asked;
    expect([first?.path, last?.path, more]).toEqual([`/ping/${UUID}/start`, `/ping/${UUID}/3`, []]);
    expect(first?.rid).toMatch(/^[0-9a-f-]{36}$/);
    expect(last?.rid).toBe(first?.rid);
    expect(last?.body).toContain("from standard input");
    expect(last?.body).toContain("problem");
  });

  test("sends the end of the output, as much as the server keeps", async () => {
    bodyLimit = "100";
    await ping([pingUrl(), "--", "sh", "-c", "sleep 1; seq 1 10000"]);
    expect(asked.at(-1)?.body).toHaveLength(100);
    expect(asked.at(-1)?.body.endsWith("9999\n10000\n")).toBe(true);
  });

  test("passes options of the command on, also --help, and sends no output if an option says so", async () => {
    const ended = await ping([pingUrl(), "--no-output", "--", "echo", "--help", "--", "--json"]);
    expect([ended.code, ended.out]).toEqual([0, "--help -- --json\n"]);
    expect(asked.at(-1)).toMatchObject({ path: `/ping/${UUID}/0`, body: "" });
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("passes %s on", async (signal) => {
    const script = `trap 'echo got it; exit 7' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
    const child = start([pingUrl(), "--", "sh", "-c", script]);
    child.stdout?.once("data", () => child.kill(signal));
    expect(await endOf(child)).toMatchObject({ code: 7, out: "ready\ngot it\n" });
    expect(asked.at(-1)?.path).toBe(`/ping/${UUID}/7`);
  });

  test("reports a command that a signal ended, as shells do", async () => {
    expect((await ping([pingUrl(), "--", "sh", "-c", "kill -9 $$"])).code).toBe(137);
    expect(asked.at(-1)?.path).toBe(`/ping/${UUID}/137`);
  });

  test("reports a command that does not exist, or cannot be executed", async () => {
    const missing = await ping([pingUrl(), "--", "/no/such/command"]);
    expect([missing.code, missing.complaint]).toEqual([127, expect.stringContaining("ENOENT")]);
    expect(asked.at(-1)).toMatchObject({
      path: `/ping/${UUID}/127`,
      body: expect.stringContaining("ENOENT"),
    });
    expect((await ping([pingUrl(), "--", import.meta.filename])).code).toBe(126);
  });

  test("repeats the last ping while the server is not available", async () => {
    statusOf = (nr) => (nr === 2 ? 503 : 200);
    expect(await ping([pingUrl(), "--", "true"])).toEqual({ code: 0, out: "", complaint: "" });
    expect(asked.map(({ path }) => path.split("/").at(-1))).toEqual(["start", "0", "0"]);
  });

  test("runs the command and returns its exit code if no ping can be sent", async () => {
    statusOf = () => 404;
    const refused = await ping([pingUrl(), "--", "sh", "-c", "echo done; exit 4"]);
    expect([refused.code, refused.out]).toEqual([4, "done\n"]);
    expect(refused.complaint).toContain("no ping was sent: the server answered 404");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    const gone = await ping([`http://127.0.0.1:${port}/ping/${UUID}`, "--", "sh", "-c", "echo done; exit 5"]);
    expect([gone.code, gone.out]).toEqual([5, "done\n"]);
    expect(gone.complaint).toContain("cannot be reached");
  }, 30_000);
});

describe("the heartbeat", () => {
  test("is found by the UUID of its ping URL, without a key", async () => {
    await ping([UUID]);
    expect(asked.map(({ path }) => path)).toEqual([`/ping/${UUID}`]);
  });

  test("is found by its ID, with a key", async () => {
    await ping(["01a1fbb4-893a-7178-838f-305c66bcb89e", "--", "true"], { VEDETTE_API_KEY: "vdt_admin_x" });
    expect(asked.at(-1)?.path).toBe(`/ping/${UUID}/0`);
  });

  test("is found by the UUID of its ping URL, with a key", async () => {
    await ping([UUID, "--", "true"], { VEDETTE_API_KEY: "vdt_admin_x" });
    expect(asked.at(-1)?.path).toBe(`/ping/${UUID}/0`);
  });

  test.each([[["nonsense"]], [[]], [[UUID, "extra"]], [[UUID, "--"]], [[UUID, "--wrong"]]])(
    "%j is a usage error",
    async (words) => {
      expect(await ping(words)).toMatchObject({
        code: 2,
        complaint: expect.stringContaining("Usage: vdt ping"),
      });
      expect(asked).toEqual([]);
    },
  );
});

test("the tail of any output is its end, and begins with a whole character", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (parts, limit) => {
        const tail = new OutputTail(60);
        for (const part of parts) tail.add(Buffer.from(part));
        const [all, last] = [Buffer.from(parts.join("")), tail.last(limit)];
        expect(all.subarray(all.length - last.length)).toEqual(last);
        expect(last.length).toBeLessThanOrEqual(limit);
        expect(last.length).toBeGreaterThan(Math.min(all.length, limit) - 4);
        expect(last.toString("utf8")).not.toContain("�");
      },
    ),
  );
});
