import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

/** The curl loop of the guide, verbatim. */
const GUIDE = readFileSync(join(import.meta.dirname, "../../../../../docs/guide/journeys.md"), "utf8");
const LOOP = /```sh\n(set -e\nAGENT=[\s\S]*?)```/.exec(GUIDE)?.[1] ?? "";
const missing = ["curl", "jq", "sh"].filter((name) => spawnSync(name, ["-c", ":"]).error !== undefined);

let server: Server | null = null;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
});

test.skipIf(missing.length > 0).each([
  ["ends well with a run that passed", 202, ["running", "passed"], 0],
  ["fails with a run that failed", 202, ["pending_retry", "failed"], 1],
  ["ends on a key that is not known", 401, [], 1],
])(
  `the guide's loop %s (missing: ${missing.join(", ") || "nothing"})`,
  async (_what, status, statuses, code) => {
    const left = [...statuses];
    let asked = 0;
    server = createServer((request, response) => {
      asked += 1;
      response.writeHead(status, { "content-type": "application/json" });
      const data = request.method === "POST" ? { run_id: "7" } : { status: left.shift() };
      const error = { code: "UNAUTHORIZED", message: "The API key is not known." };
      response.end(JSON.stringify(status === 401 ? { success: false, error } : { success: true, data }));
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const script = LOOP.replace("http://localhost:8080", `http://127.0.0.1:${port}`).replace("<id>", "7");
    const shell = spawn("sh", ["-c", script], { env: { PATH: process.env.PATH, KEY: "x" }, stdio: "ignore" });
    expect(await new Promise((resolve) => shell.on("exit", resolve))).toBe(code);
    expect(asked).toBe(1 + statuses.length);
  },
);
