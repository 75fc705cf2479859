import type {
  ServiceProblem,
  ServiceProblemCode,
} from "@vedette/contract/service-health/service-problems.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";

/** `sinceMs` is Unix time in milliseconds; without it the problem began when it was found. */
export type FoundProblem = { code: ServiceProblemCode; message: string; sinceMs?: number };

/** Looks for one kind of problem. */
export type ProblemSource = {
  everyMs: number;
  /** Rejects if it does not know: then what was found before stays. */
  find: () => Promise<FoundProblem | null>;
};

type Known = ServiceProblem & { sinceMs: number };

export type ProblemWatchDeps = {
  clock: Clock;
  log: Logger;
  sources: readonly ProblemSource[];
  /** Called after each look of a source, with all problems. */
  onLook?: (problems: readonly Known[]) => void;
};

/** A source that has not answered by then is asked again. */
const LOOK_MS_MAX = 15_000;

/**
 * Looks for what keeps Vedette itself from working, and keeps it for `/readyz`, the metrics and the dashboard. Each
 * problem is logged when it begins and when it ends, not at each look.
 */
export class ProblemWatch {
  readonly #deps: ProblemWatchDeps;
  readonly #known = new Map<ProblemSource, Known>();
  readonly #timers = new Map<ProblemSource, NodeJS.Timeout>();
  #isStopped = false;

  constructor(deps: ProblemWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    for (const source of this.#deps.sources) void this.#lookAgain(source);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** All problems, the oldest first. */
  problems(): ServiceProblem[] {
    return this.#all().map(({ code, message, since }) => ({ code, message, since }));
  }

  /** Asks each source once. Public for tests. */
  async look(): Promise<void> {
    await Promise.all(this.#deps.sources.map((source) => this.#look(source)));
  }

  #all(): Known[] {
    return [...this.#known.values()].sort((one, other) => one.sinceMs - other.sinceMs);
  }

  async #lookAgain(source: ProblemSource): Promise<void> {
    await this.#look(source);
    if (this.#isStopped) return;
    const timer = setTimeout(() => void this.#lookAgain(source), source.everyMs);
    timer.unref();
    this.#timers.set(source, timer);
  }

  async #look(source: ProblemSource): Promise<void> {
    const { log, onLook } = this.#deps;
    try {
      this.#keep(source, await withinMs(source.find(), LOOK_MS_MAX));
    } catch (error) {
      log.debug("problems.look_failed", errorFacts(error));
    }
    if (!this.#isStopped) onLook?.(this.#all());
  }

  #keep(source: ProblemSource, found: FoundProblem | null): void {
    const { clock, log } = this.#deps;
    const known = this.#known.get(source);
    if (known && known.code !== found?.code) {
      log.info("problem.ended", {
        problem: known.code,
        seconds: Math.round((clock.now() - known.sinceMs) / 1_000),
      });
      this.#known.delete(source);
    }
    if (found === null) return;
    const { code, message } = found;
    const isNew = known?.code !== code;
    const sinceMs = found.sinceMs ?? (isNew ? clock.now() : known.sinceMs);
    if (isNew) log.error("problem.began", { problem: code, message });
    this.#known.set(source, { code, message, sinceMs, since: new Date(sinceMs).toISOString() });
  }
}

async function withinMs<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
