import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isolationHere, missingChromium } from "../../../../../test/journey-harness.ts";
import { checkContext, startAnswering } from "../../../../../test/servers/raw-server.ts";
import { TEST_CHROMIUM } from "../../../../../test/servers/test-chromium.ts";
import { RunnerError } from "../../../../platform/net/net-failure.ts";
import { machineMemory } from "../sandbox/machine-memory.ts";
import { readProcessTree } from "../sandbox/process-tree.ts";
import { BrowserPool } from "./browser-pool.ts";
import type { BrowserIsolation } from "./browser-sandbox.ts";
import { openProxiedContext } from "./proxied-context.ts";

const missing = await missingChromium();
const hasSandbox = missing === null && (await isolationHere()) === "sandbox";
const isRoot = process.getuid?.() === 0;
const { egress } = checkContext();

let folder: string;
let pool: BrowserPool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-pool-"));
  await chmod(folder, 0o711);
});
afterEach(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

function start(
  isolation: () => Promise<BrowserIsolation> = isolationHere,
  chromiumPath: string | null = null,
): BrowserPool {
  pool = new BrowserPool({
    chromiumPath,
    scratchRoot: folder,
    searchPath: process.env.PATH ?? "",
    isolation: isolation,
    browsersMax: 2,
  });
  return pool;
}

describe.skipIf(missing !== null)(`the browsers of a runner${missing ? `: ${missing}` : ""}`, () => {
  test("two organizations never share one, and one organization's runs do", async () => {
    start(isolationHere, TEST_CHROMIUM);
    const [one, again, other] = await Promise.all([
      pool.lease("a", {}, null),
      pool.lease("a", {}, null),
      pool.lease("b", {}, null),
    ]);
    expect(again.browser).toBe(one.browser);
    expect(other.browser).not.toBe(one.browser);
    expect(new Set([one.folder, again.folder, other.folder]).size).toBe(2);
    for (const lease of [one, again, other]) await lease.release();
  });

  test("beyond the maximum the one that was idle longest ends, and none that is in use", async () => {
    start(isolationHere, TEST_CHROMIUM);
    const used = await pool.lease("a", {}, null);
    const idle = await pool.lease("b", {}, null);
    await idle.release();
    const third = await pool.lease("c", {}, null);
    expect(used.isAlive()).toBe(true);
    expect(idle.isAlive()).toBe(false);
    expect(await readdir(folder)).toHaveLength(2);
    for (const lease of [used, third]) await lease.release();
  });

  test("if no browser may run the caller learns why, and nothing is started", async () => {
    start(() => Promise.reject(new RunnerError("no sandbox here")));
    await expect(pool.lease("a", {}, egress)).rejects.toThrow("no sandbox here");
    expect(await readdir(folder)).toEqual([]);
  });

  test.each(hasSandbox ? (["sandbox", "own"] as const) : (["own"] as const))(
    "a page reaches destinations only through the egress policy (%s)",
    async (isolation) => {
      const target = await startAnswering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
      start(async () => isolation);
      const opened = await openProxiedContext({ browsers: pool, egress, orgId: "a" }, {});
      const page = await opened.lease.context.newPage();
      await opened.authenticate(page);
      await page.goto(`http://127.0.0.1:${target.port}/`);
      expect(await page.textContent("body")).toBe("hello");
      expect((await page.goto("http://169.254.169.254/"))?.status()).toBe(403);
      expect(opened.proxy.blocked).toMatchObject([{ host: "169.254.169.254" }]);
      expect(opened.token === null).toBe(isolation === "sandbox");
      await opened.end();
      await target.close();
    },
  );
});

describe.skipIf(!hasSandbox)(`the sandbox of a browser${hasSandbox ? "" : " (skipped: none here)"}`, () => {
  test("has another network, other processes and, if started by root, another user", async () => {
    const lease = await start().lease("a", {}, null);
    await lease.context.newPage();
    const programs = await vi.waitUntil(() => programsOf(lease.folder), { timeout: 20_000 });
    for (const pid of programs) {
      expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync("/proc/self/ns/net"));
      expect(readlinkSync(`/proc/${pid}/ns/pid`)).not.toBe(readlinkSync("/proc/self/ns/pid"));
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      expect(status).toMatch(/^Seccomp:\s*2$/m);
      const { groups } = await machineMemory();
      if (groups !== null) {
        expect(readFileSync(`/proc/${pid}/cgroup`, "utf8")).toContain(`/vedette-${process.pid}-`);
      }
      if (isRoot) expect(status).not.toMatch(/^Uid:\s*0\b/m);
    }
    await lease.release();
  });
});

/** Returns the processes of Chromium; null until one of them shows a page. */
function programsOf(folder: string): number[] | null {
  const root = Number(readFileSync(join(folder, "../pid"), "utf8"));
  const all = readProcessTree(root).processes.map(({ pid }) => ({ pid, command: commandOf(pid) }));
  const programs = all.filter(({ command }) => /chrom/i.test(command.split("\0")[0] ?? ""));
  const hasPage = programs.some(({ command }) => command.includes("--type=renderer"));
  return hasPage ? programs.map(({ pid }) => pid) : null;
}

/** Returns an empty text for a process that has ended. */
function commandOf(pid: number): string {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
