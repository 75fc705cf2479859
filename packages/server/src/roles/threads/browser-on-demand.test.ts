import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import { expect, onTestFinished, test } from "vitest";
import { MemoryQueue } from "../../engine/queue/memory.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { createLogger } from "../../platform/kernel/logger.ts";
import { BrowserOnDemand } from "./browser-on-demand.ts";

const WITHIN_MS = 30_000;

test("journeys that come while the browser thread starts are run by it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "vedette-browser-thread-"));
  const queue = new MemoryQueue({ clock: systemClock });
  const browser = new BrowserOnDemand({
    queue,
    data: {
      ...{ name: "r1", location: "default", sharePercent: 100, runsMax: 2, logLevel: "error" },
      egress: { mode: "self-hosted", allow: [], deny: [], portsDeny: [], ownPorts: [] },
      artifacts: { directory, freeBytesMin: 0 },
      workDirectory: join(directory, "browsers"),
      hiddenPaths: [],
      // Without a browser a run fails at once, but the thread has run it.
      chromiumPath: null,
      ...{ scripts: "sandboxed", browserSandbox: "preferred", browsersMax: 1, searchPath: "" },
    },
    log: createLogger("error", {}),
  });
  browser.start();
  onTestFinished(async () => {
    await (await browser.stop())?.stop(0);
    browser.unlink();
    await rm(directory, { recursive: true });
  });
  const request = () => queue.requestRun("default", journeyJob(), { withinMs: WITHIN_MS });
  const reports = await Promise.all([request(), request()]);
  expect(reports).toMatchObject([
    { event: "finished", runner: "r1" },
    { event: "finished", runner: "r1" },
  ]);
});

function journeyJob(): RunJob {
  return {
    ...{ runId: "run", targetId: "target", orgId: "org", location: "default", attempt: 1, lease: 0 },
    startByMs: systemClock.now() + WITHIN_MS,
    spec: {
      ...{ kind: "journey", timeoutMs: 1_000, values: {}, secretNames: [], steps: [], script: null },
      ...{ viewport: null, device: null, baseUrl: null, baselines: {} },
      capture: { trace: "never", video: "never" },
    },
  };
}
