import type { CheckSpec, HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import { maskOutcome } from "../../checks/mask-outcome.ts";
import { runCheck } from "../../checks/registry.ts";
import type { CollectContext, EvidenceTarget } from "../collect-context.ts";
import type { EvidenceEndpoint } from "../endpoint.ts";
import { responseFactsOf } from "./response-facts-of.ts";

/** The longest time that one request to one address has. */
const REQUEST_MS = 8_000;
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Returns the request that may be sent to each address, because it changes nothing; null if there is none. */
export function repeatableRequest({ spec, order }: EvidenceTarget): HttpCheckSpec | null {
  if (!order.sendsRequest || spec.kind !== "url") return null;
  return SAFE_METHODS.has(spec.method.toUpperCase()) ? spec : null;
}

/** Sends the request of the check to one address. A redirect is a response, and is not followed. */
export async function requestAddress(
  spec: HttpCheckSpec,
  { address, endpoint }: { address: string; endpoint: EvidenceEndpoint },
  { ctx, signal }: { ctx: CollectContext; signal: AbortSignal },
): Promise<ResponseFacts | null> {
  const { hostname } = new URL(spec.url);
  const pinned: CheckSpec = {
    ...withoutJudgment(spec),
    resolve: { [`${hostname}:${endpoint.port}`]: address },
    timeoutMs: Math.min(spec.timeoutMs, REQUEST_MS),
  };
  try {
    const outcome = await runCheck(pinned, { clock: ctx.clock, egress: ctx.egress, signal });
    return responseFactsOf(maskOutcome(outcome, pinned));
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** A check of the same request that has no opinion about the response. */
function withoutJudgment({ invert: _, firstWaitMs: __, ...spec }: HttpCheckSpec): HttpCheckSpec {
  return {
    ...spec,
    retries: 0,
    followRedirects: false,
    assertions: [],
    degradedAfterMs: null,
    acceptStatuses: [[100, 599]],
    keepBody: "always",
  };
}
