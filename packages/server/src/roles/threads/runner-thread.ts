import { parentPort, workerData } from "node:worker_threads";
import { type Canary, createCanaries } from "../../engine/checks/canaries.ts";
import { runCheck } from "../../engine/checks/registry.ts";
import { runAttempt } from "../../engine/checks/run-registry.ts";
import { collectEvidence } from "../../engine/evidence/collect-evidence.ts";
import { LinkedQueue } from "../../engine/queue/linked-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { RunRunner } from "../../engine/runner/run-runner.ts";
import { Runner } from "../../engine/runner/runner.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { createLogger, type LogLevel } from "../../platform/kernel/logger.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type EgressMode, type OwnPort } from "../../platform/net/egress-policy.ts";
import { explainProblem, RunnerError } from "../../platform/net/net-failure.ts";
import { systemResolver } from "../../platform/net/probes/system-resolver.ts";
import { RUNS_IN_FLIGHT_MAX } from "./api-runs-in-flight.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { createRunnerMetrics } from "./runner-metrics.ts";
import type { Command, Reply } from "./thread-control.ts";

/** A worker thread that runs checks. It has no database credentials. */
export type RunnerThreadData = {
  name: string;
  /** The name of the thread in metrics. Unique in its process. */
  thread: string;
  location: string;
  /** Undefined if a scheduler runs in the same process. */
  version?: string | undefined;
  reportDelayMs?: number | undefined;
  /** Maximum share of the slots for one organization while others have queued checks. */
  sharePercent: number;
  inFlightMax: number;
  canaries: Canary[];
  /** The address of a resolver of the internet that evidence compares with; null to ask none. */
  evidenceResolver: string | null;
  logLevel: LogLevel;
  egress: {
    mode: EgressMode;
    allow: string[];
    deny: string[];
    portsDeny: number[];
    ownPorts: OwnPort[];
    unixSockets: string[];
  };
};

const data = workerData as RunnerThreadData;
const port = parentPort;
if (!port) throw new Error("runner-thread runs as a worker thread only");
const log = createLogger(data.logLevel, { thread: "runner" });
const { ownPorts, ...policy } = data.egress;
const egress = createEgress({ policy: createEgressPolicy({ ...policy, ownPorts: () => ownPorts }) });
egress.tls.prepare();
const metrics = createRunnerMetrics(data.thread);
const canaries = createCanaries(data.canaries, { clock: systemClock, egress, log });
const DNS_PORT = 53;
const collecting = {
  ...{ clock: systemClock, egress },
  canaries: data.canaries.length === 0 ? null : canaries,
  resolvers: {
    system: systemResolver,
    public: data.evidenceResolver === null ? null : { host: data.evidenceResolver, port: DNS_PORT },
    authoritativePort: DNS_PORT,
  },
};
let runner: Runner | undefined;
let runRunner: RunRunner | undefined;

function reply(message: Reply): void {
  port?.postMessage(message);
}

async function stop(withinMs: number): Promise<void> {
  const deadlineMs = systemClock.monotonic() + withinMs;
  await Promise.all([runner?.drain(deadlineMs), runRunner?.drain(deadlineMs)]);
  reply({ op: "stopped" });
}

async function sendMetrics(id: number): Promise<void> {
  const state = runner?.state() ?? { waiting: 0, inFlight: 0, started: 0, late: 0 };
  reply({
    op: "metrics",
    id,
    metrics: await metrics.read(state),
    state: { ...state, ...runRunner?.state() },
  });
}

function connect(queue: Queue): void {
  const common = { queue, clock: systemClock, log, name: data.name, location: data.location };
  const { sharePercent, version, reportDelayMs } = data;
  runner = new Runner({
    ...common,
    sharePercent,
    version,
    reportDelayMs,
    inFlightMax: data.inFlightMax,
    check: async (spec, signal) => {
      const startedMs = systemClock.monotonic();
      const outcome = await runCheck(spec, { clock: systemClock, egress, signal });
      if (outcome.status === "down" && (await canaries.isInDoubt(outcome, startedMs))) return null;
      metrics.count(spec, outcome);
      return outcome;
    },
    collect: (target, signal) => collectEvidence(target, collecting, signal),
  });
  runRunner = new RunRunner({
    ...common,
    sharePercent,
    kinds: ["api_monitor"],
    inFlightMax: RUNS_IN_FLIGHT_MAX,
    explain: explainProblem,
    attempt: async (spec, { signal }) => {
      const startedMs = systemClock.monotonic();
      const outcome = await runAttempt(spec, { clock: systemClock, egress, signal });
      const isUnanswered = outcome.steps.some((step) => step.status === "failed" && step.response === null);
      if (isUnanswered && (await canaries.areSilent(startedMs))) {
        throw new RunnerError("this runner reaches none of its canaries, so its own network is to blame");
      }
      return outcome;
    },
  });
  runner.start();
  runRunner.start();
}

port.on("message", (command: Command) => {
  switch (command.op) {
    case "connect":
      connect(new LinkedQueue(command.port));
      return;
    case "metrics":
      return void sendMetrics(command.id);
    case "pause":
      return;
    case "stop":
      return void stop(command.withinMs);
  }
});
reply({ op: "ready" });
// Before its first check, whose measured times a pause would lengthen.
collectGarbage({
  afterMs: 0,
  isBusy: () => (runner?.state().inFlight ?? 0) + (runRunner?.state().runsInFlight ?? 0) > 0,
});
