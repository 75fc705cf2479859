import { parentPort, workerData } from "node:worker_threads";
import { createJourneyEngine } from "../../engine/checks/journey-engine.ts";
import { LinkedQueue } from "../../engine/queue/linked-queue.ts";
import { RunRunner } from "../../engine/runner/run-runner.ts";
import { type ArtifactLocation, openArtifacts } from "../../platform/artifacts/open-artifacts.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { createLogger, type LogLevel } from "../../platform/kernel/logger.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type EgressMode, type OwnPort } from "../../platform/net/egress-policy.ts";
import { explainProblem } from "../../platform/net/net-failure.ts";
import { claimDirectory } from "../wiring/claim-directory.ts";
import { collectGarbage } from "./collect-garbage.ts";
import type { Command, Reply, ThreadMetrics } from "./thread-control.ts";
import { createThreadRegistry } from "./thread-registry.ts";

/** A worker thread that runs journeys in a browser. It has no database credentials. */
export type BrowserThreadData = {
  name: string;
  location: string;
  /** Maximum share of the slots for one organization while others have queued runs. */
  sharePercent: number;
  runsMax: number;
  logLevel: LogLevel;
  egress: { mode: EgressMode; allow: string[]; deny: string[]; portsDeny: number[]; ownPorts: OwnPort[] };
  artifacts: ArtifactLocation;
  /** Unique to this installation: the folders of browsers and of scripts. */
  workDirectory: string;
  /** Paths that no script may read. */
  hiddenPaths: string[];
  chromiumPath: string | null;
  scripts: "sandboxed" | "trusted";
  browserSandbox: "required" | "preferred";
  browsersMax: number;
  searchPath: string;
};

const data = workerData as BrowserThreadData;
const port = parentPort;
if (!port) throw new Error("browser-thread runs as a worker thread only");
const log = createLogger(data.logLevel, { thread: "browser" });
const { ownPorts, ...policy } = data.egress;
const egress = createEgress({ policy: createEgressPolicy({ ...policy, ownPorts: () => ownPorts }) });
egress.tls.prepare();
const { chromiumPath, runsMax, searchPath, workDirectory, hiddenPaths } = data;
const registry = createThreadRegistry("browser");
await claimDirectory(workDirectory);
const engine = createJourneyEngine({
  artifacts: await openArtifacts(data.artifacts),
  chromiumPath,
  workDirectory,
  searchPath,
  browserSandbox: data.browserSandbox,
  browsersMax: data.browsersMax,
  hiddenPaths,
  destinations: ownPorts.map((own) => ({ host: own.address ?? "127.0.0.1", port: own.port })),
  scripts: { mode: data.scripts, runsMax },
});
let runner: RunRunner | undefined;

function reply(message: Reply): void {
  port?.postMessage(message);
}

async function answerMetrics(id: number): Promise<void> {
  const metrics = (await registry.getMetricsAsJSON()) as ThreadMetrics;
  reply({ op: "metrics", id, metrics, state: { ...runner?.state() } });
}

async function stop(withinMs: number): Promise<void> {
  await runner?.drain(systemClock.monotonic() + withinMs);
  await engine.close();
  reply({ op: "stopped" });
}

async function logMemoryLimit(): Promise<void> {
  const memory = await engine.memoryLimit();
  if (memory.groups === null) log.info("sandboxes.memory", { limit: "polling", reason: memory.reason });
  else log.info("sandboxes.memory", { limit: "cgroup", ...memory.groups.hierarchy });
}

async function logSandboxProof(): Promise<void> {
  if (data.scripts === "trusted") {
    log.warn("scripts.trusted", {
      warning: "VEDETTE_SCRIPTS=trusted: scripts run with all rights of this user",
    });
  }
  const proof = await engine.proveSandbox();
  if (proof.ok) {
    log.info("scripts.sandbox_verified", { canaries: proof.refused.length });
    return;
  }
  const { reason } = proof;
  if (data.scripts === "sandboxed") log.warn("scripts.unavailable", { reason });
  if (data.browserSandbox === "required") log.warn("browsers.unavailable", { reason });
  else log.warn("browsers.unsandboxed", { reason, remedy: "VEDETTE_BROWSER_SANDBOX=required rejects them" });
}

port.on("message", (command: Command) => {
  switch (command.op) {
    case "connect":
      runner = new RunRunner({
        queue: new LinkedQueue(command.port),
        clock: systemClock,
        log,
        name: data.name,
        location: data.location,
        kinds: ["journey"],
        inFlightMax: runsMax,
        sharePercent: data.sharePercent,
        explain: explainProblem,
        attempt: (spec, ctx) => {
          if (spec.kind !== "journey") throw new Error(`a ${spec.kind} was handed to the browser thread`);
          return engine.attempt(spec, { ...ctx, clock: systemClock, egress });
        },
      });
      runner.start();
      void logMemoryLimit();
      void logSandboxProof();
      return;
    case "metrics":
      return void answerMetrics(command.id);
    case "pause":
      return;
    case "stop":
      return void stop(command.withinMs);
  }
});
reply({ op: "ready" });
collectGarbage({ isBusy: () => (runner?.state().runsInFlight ?? 0) > 0 });
