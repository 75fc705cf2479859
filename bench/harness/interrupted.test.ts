import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { processGone } from "../../e2e/harness/processes.ts";

const MAIN = fileURLToPath(new URL("./interrupted-main.ts", import.meta.url));
const hasSetpriv = existsSync("/usr/bin/setpriv");
const root = await mkdtemp(join(tmpdir(), "vedette-interrupted-"));
// PostgreSQL runs as another user where the tests run as root.
await chmod(root, 0o711);
afterAll(() => rm(root, { recursive: true, force: true }));

test.skipIf(!hasSetpriv).each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  `a bench that is ended by %s leaves neither nginx nor Vedette nor PostgreSQL${hasSetpriv ? "" : ": no setpriv"}`,
  { timeout: 180_000 },
  async (signal) => {
    const bench = spawn(process.execPath, [MAIN, root], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(createInterface(bench.stdout), "line");
    const pids = JSON.parse(String(line)) as number[];
    // Vedette, and PostgreSQL with its workers.
    expect(pids.length).toBeGreaterThan(2);
    const ended = once(bench, "exit");
    bench.kill(signal);
    await ended;
    await Promise.all(pids.map(processGone));
  },
);
