import type { CheckOutcome, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { CheckContext } from "./check-try.ts";
import { runCheck } from "./registry.ts";

/**
 * Tests this runner's own connectivity. If a target did not respond, it probes canaries, which are expected
 * to always respond. If none responds, the runner is offline, and the outcome says nothing about the target.
 */
export type Canaries = {
  /** Returns whether the runner's own network is down, or was not known to be back at `sinceMs` (monotonic). */
  areSilent(sinceMs?: number): Promise<boolean>;
  /**
   * Returns whether the outcome of a check that began at `startedMs` (monotonic) is in doubt; one with a response never
   * is. A network that came back in the meantime does not prove that the check had one: it may have waited for a name.
   */
  isInDoubt(outcome: CheckOutcome, startedMs: number): Promise<boolean>;
};

/** A canary as configured by the operator. */
export type Canary = { kind: "url"; url: string } | { kind: "tcp"; host: string; port: number };

/** Longer than a healthy network needs, and the maximum delay of a failing check. */
const TIMEOUT_MS = 3_000;
/** A thousand checks that fail together probe once. */
const RESULT_TTL_MS = 2_000;
/** While they are silent. Otherwise the end would be found only by the next check that fails. */
const REPEAT_MS = 10_000;

export function createCanaries(
  canaries: readonly Canary[],
  ctx: CheckContext & { clock: Clock; log: Logger; repeatMs?: number },
): Canaries {
  const { repeatMs = REPEAT_MS } = ctx;
  const specs = canaries.map(toSpec);
  let probe: { atMs: number; areSilent: Promise<boolean> } | null = null;
  let wasSilent = false;
  /** When a probe first found a response after the last silence. */
  let backMs = Number.NEGATIVE_INFINITY;

  async function probeAll(): Promise<boolean> {
    const responds = specs.map(async (spec) => {
      const { error, statusCode } = await runCheck(spec, ctx);
      // Any response shows that the network works.
      if (error !== null && statusCode === null) throw new Error(error.message);
    });
    const areSilent = await Promise.any(responds).then(
      () => false,
      () => true,
    );
    if (areSilent !== wasSilent) logChange(areSilent);
    if (wasSilent && !areSilent) backMs = ctx.clock.monotonic();
    wasSilent = areSilent;
    if (areSilent) setTimeout(() => void probeRecently(), repeatMs).unref();
    return areSilent;
  }

  function logChange(areSilent: boolean): void {
    const canaryCount = specs.length;
    if (areSilent) ctx.log.error("runner.network_down", { canaries: canaryCount });
    else ctx.log.warn("runner.network_up", { canaries: canaryCount });
  }

  async function probeRecently(): Promise<boolean> {
    if (specs.length === 0) return false;
    const nowMs = ctx.clock.monotonic();
    if (probe === null || nowMs - probe.atMs > RESULT_TTL_MS) probe = { atMs: nowMs, areSilent: probeAll() };
    return probe.areSilent;
  }

  const areSilent = async (sinceMs = Number.POSITIVE_INFINITY) => (await probeRecently()) || backMs > sinceMs;

  return {
    areSilent,
    async isInDoubt({ status, statusCode }, startedMs) {
      const isUnanswered = status === "down" && statusCode === null;
      return isUnanswered && areSilent(startedMs);
    },
  };
}

function toSpec(canary: Canary): CheckSpec {
  const common = { timeoutMs: TIMEOUT_MS, retries: 0, degradedAfterMs: null, assertions: [] };
  if (canary.kind === "tcp") return { ...canary, ...common };
  return {
    ...canary,
    method: "HEAD",
    headers: {},
    body: null,
    followRedirects: false,
    verifyTls: false,
    ...common,
  };
}
