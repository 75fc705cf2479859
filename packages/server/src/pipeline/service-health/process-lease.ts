import type { Clock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { Stall } from "./interruptions.ts";
import { endProcess, insertStalls, renewProcess } from "./process-queries.ts";

/*
 * Records when this process schedules checks, so that the times in which it did not are known afterwards. Deliberately
 * independent of the scheduler: it also counts if no check was due.
 */

/** A stall is measured to this precision. */
const TICK_MS = 100;
/** A shorter delay of the event loop makes checks late, which their delay shows. */
const STALL_MS_MIN = 1_000;
/** After a crash, so much of the running time is unknown. */
const RENEW_MS = 2_000;
/** While the database does not answer, later stalls are not kept. */
const STALLS_WAITING_MAX = 100;

export type ProcessLeaseDeps = { database: Database; clock: Clock; log: Logger; version: string };

export class ProcessLease {
  readonly #deps: ProcessLeaseDeps;
  readonly #id: string;
  readonly #startedMs: number;
  #last: { wallMs: number; monotonicMs: number };
  #renewedMs = Number.NEGATIVE_INFINITY;
  #stalls: Stall[] = [];
  #stalledMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | null = null;

  constructor(deps: ProcessLeaseDeps) {
    this.#deps = deps;
    this.#startedMs = deps.clock.now();
    this.#id = newId(this.#startedMs);
    this.#last = { wallMs: this.#startedMs, monotonicMs: deps.clock.monotonic() };
  }

  async start(): Promise<void> {
    await this.#renewOnce();
    this.#timer = setInterval(() => this.tick(), TICK_MS);
  }

  /** Measures the time since the last call. Public for tests. */
  tick(): void {
    const { clock } = this.#deps;
    const [wallMs, monotonicMs] = [clock.now(), clock.monotonic()];
    const elapsedMs = monotonicMs - this.#last.monotonicMs;
    const jumpMs = wallMs - this.#last.wallMs - elapsedMs;
    if (elapsedMs >= STALL_MS_MIN)
      this.#addStall({ fromMs: wallMs - elapsedMs, toMs: wallMs, reason: "stalled" });
    else if (jumpMs >= STALL_MS_MIN)
      this.#addStall({ fromMs: wallMs - jumpMs, toMs: wallMs, reason: "clock" });
    this.#last = { wallMs, monotonicMs };
    if (monotonicMs - this.#renewedMs >= RENEW_MS) void this.#renewOnce();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await this.#renewOnce();
    const { database, clock } = this.#deps;
    await endProcess(database, this.#id, new Date(clock.now())).catch((error: unknown) => this.#warn(error));
  }

  state(): { stalledMs: number } {
    return { stalledMs: this.#stalledMs };
  }

  #addStall(stall: Stall): void {
    this.#stalledMs += stall.toMs - stall.fromMs;
    this.#deps.log.warn("scheduler.stalled", {
      ms: Math.round(stall.toMs - stall.fromMs),
      reason: stall.reason,
    });
    if (this.#stalls.length < STALLS_WAITING_MAX) this.#stalls.push(stall);
  }

  #renewOnce(): Promise<void> {
    this.#renewedMs = this.#deps.clock.monotonic();
    this.#renewing ??= this.#renew()
      .catch((error: unknown) => this.#warn(error))
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    const { database, clock, version } = this.#deps;
    const stalls = [...this.#stalls];
    await renewProcess(database, {
      ...{ id: this.#id, version },
      startedAt: new Date(this.#startedMs),
      now: new Date(clock.now()),
    });
    if (stalls.length > 0) await insertStalls(database, this.#id, stalls);
    this.#stalls = this.#stalls.slice(stalls.length);
  }

  #warn(error: unknown): void {
    this.#deps.log.warn("scheduler.process_renewal_failed", errorFacts(error));
  }
}
