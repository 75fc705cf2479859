import type {
  CheckJob,
  CheckOutcome,
  CheckReport,
  CheckSpec,
  ComputedSpec,
  TestCheckReport,
} from "@vedette/contract/checks/check-run.ts";
import { type ComputedType, isComputed } from "@vedette/contract/checks/check-types.ts";
import { reportedJob, unstarted } from "../../engine/queue/queue.ts";
import { errorFacts } from "../../platform/kernel/logger.ts";
import { computeComposite } from "./composite.ts";
import type { Compute, ComputedDeps } from "./compute.ts";
import { computeDomain } from "./domain.ts";
import { computeManual } from "./manual.ts";

/**
 * Checks that no runner makes: their outcome is computed from what the database has (ADR 0061). Their slots, results and
 * statuses are those of other checks. Each kind is one file and one line here.
 */
export const COMPUTED_KINDS: { [Type in ComputedType]: Compute<Type> } = {
  domain: computeDomain,
  composite: computeComposite,
  manual: computeManual,
};

/** The name of the runner in results. */
const COMPUTED_BY = "vedette";

export class ComputedChecks {
  readonly #deps: ComputedDeps;

  constructor(deps: ComputedDeps) {
    this.#deps = deps;
  }

  /** Computes the outcome of a job. A job that fails for an internal reason has none, so that its slot is missed. */
  async run(job: CheckJob): Promise<CheckReport | TestCheckReport> {
    const { log } = this.#deps;
    try {
      const outcome = await this.#outcomeOf(job);
      return { ...reportedJob(job), runner: COMPUTED_BY, outcome };
    } catch (error) {
      log.error("computed.failed", { series_key: job.seriesKey, kind: job.spec.kind, ...errorFacts(error) });
      return { ...unstarted(job), runner: COMPUTED_BY };
    }
  }

  async #outcomeOf({ orgId, spec, slotMs }: CheckJob): Promise<CheckOutcome> {
    const { clock, judge } = this.#deps;
    if (!isComputedSpec(spec)) throw new Error(`a ${spec.kind} check needs a runner`);
    // The slot of a manual check has a fraction, and a change of the status follows the slot that causes it.
    const checkedAtMs = Math.max(clock.now(), Math.ceil(slotMs));
    const finding = await computeOf(spec)({ orgId, spec, nowMs: checkedAtMs } as never, this.#deps);
    return { ...judge(spec, finding), checkedAtMs, attempts: 1 };
  }
}

/** The cast is safe because the compute function of a kind gets only specs of that kind. */
function computeOf({ kind }: ComputedSpec): Compute<never> {
  return COMPUTED_KINDS[kind] as Compute<never>;
}

function isComputedSpec(spec: CheckSpec): spec is ComputedSpec {
  return isComputed(spec.kind);
}
