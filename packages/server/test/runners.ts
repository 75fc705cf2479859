import { runCheck } from "../src/engine/checks/registry.ts";
import { runAttempt } from "../src/engine/checks/run-registry.ts";
import { collectEvidence } from "../src/engine/evidence/collect-evidence.ts";
import type { Queue } from "../src/engine/queue/queue.ts";
import { RunRunner } from "../src/engine/runner/run-runner.ts";
import { Runner } from "../src/engine/runner/runner.ts";
import { systemClock } from "../src/platform/kernel/clock.ts";
import { silentLogger } from "../src/platform/kernel/logger.ts";
import type { EgressMode } from "../src/platform/net/egress-policy.ts";
import { systemResolver } from "../src/platform/net/probes/system-resolver.ts";
import { checkContext } from "./servers/raw-server.ts";

/**
 * Starts runners of checks and runs in this thread, like a runner thread does. Returns a function that stops
 * them.
 */
export function startRunners(
  queue: Queue,
  { location = "default", mode = "self-hosted" }: { location?: string; mode?: EgressMode } = {},
): () => Promise<void> {
  const { egress } = checkContext({ mode });
  const resolvers = { system: systemResolver, public: null, authoritativePort: 53 };
  const collecting = { clock: systemClock, egress, canaries: null, resolvers };
  const common = { queue, clock: systemClock, log: silentLogger, name: `runner-${location}`, location };
  const checks = new Runner({
    ...common,
    inFlightMax: 10,
    sharePercent: 50,
    check: (spec, signal) => runCheck(spec, { clock: systemClock, egress, signal }),
    collect: (target, signal) => collectEvidence(target, collecting, signal),
  });
  const runs = new RunRunner({
    ...common,
    kinds: ["api_monitor"],
    inFlightMax: 10,
    sharePercent: 50,
    explain: () => null,
    attempt: (spec, { signal }) => runAttempt(spec, { clock: systemClock, egress, signal }),
  });
  checks.start();
  runs.start();
  return async () => {
    const deadlineMs = systemClock.monotonic() + 1_000;
    await Promise.all([checks.drain(deadlineMs), runs.drain(deadlineMs)]);
  };
}
