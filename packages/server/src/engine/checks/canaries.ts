import type { CheckOutcome, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { CheckContext } from "./check-try.ts";
import { runCheck } from "./registry.ts";

/**
 * Whether this runner can reach anything at all: it asks addresses that always answer, when a target did not.
 * Where none of them does, it is we who are cut off, and what was found says nothing of the target.
 */
export type Canaries = {
  /** Whether an outcome without an answer is to be blamed on this runner's own network. */
  areSilent(): Promise<boolean>;
  /** The same of what a check found: one that got an answer is never doubted. */
  doubt(outcome: CheckOutcome): Promise<boolean>;
};

/** An address that always answers, as the operator named it. */
export type Canary = { kind: "url"; url: string } | { kind: "tcp"; host: string; port: number };

/** Longer than a healthy network needs, and what a failing check waits at most. */
const TIMEOUT_MS = 3_000;
/** A thousand checks that fail together ask once. */
const ANSWER_KEPT_MS = 2_000;

export function createCanaries(
  canaries: readonly Canary[],
  ctx: CheckContext & { clock: Clock; log: Logger },
): Canaries {
  const specs = canaries.map(toSpec);
  let asked: { atMs: number; areSilent: Promise<boolean> } | null = null;
  let wasSilent = false;

  async function ask(): Promise<boolean> {
    const answers = specs.map(async (spec) => {
      const { error, statusCode } = await runCheck(spec, ctx);
      // Any answer shows that the network is there, whatever it says.
      if (error !== null && statusCode === null) throw new Error(error.message);
    });
    const areSilent = await Promise.any(answers).then(
      () => false,
      () => true,
    );
    if (areSilent !== wasSilent) tell(areSilent);
    wasSilent = areSilent;
    return areSilent;
  }

  function tell(areSilent: boolean): void {
    const canaryCount = specs.length;
    if (areSilent) ctx.log.error("runner.cut_off", { canaries: canaryCount });
    else ctx.log.warn("runner.reachable_again", { canaries: canaryCount });
  }

  async function areSilent(): Promise<boolean> {
    if (specs.length === 0) return false;
    const nowMs = ctx.clock.monotonic();
    if (asked === null || nowMs - asked.atMs > ANSWER_KEPT_MS) asked = { atMs: nowMs, areSilent: ask() };
    return asked.areSilent;
  }

  return {
    areSilent,
    async doubt({ status, statusCode }) {
      const isUnanswered = status === "down" && statusCode === null;
      return isUnanswered && areSilent();
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
