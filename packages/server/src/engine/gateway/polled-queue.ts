import type { Clock } from "../../platform/kernel/clock.ts";
import { pause } from "../../platform/kernel/pause.ts";
import { PRESENCE_INTERVAL_MS, type Queue } from "../queue/queue.ts";
import { type AssignedWork, type Capacity, PendingWork, WORK_KINDS, type WorkKind } from "./pending-work.ts";

export type PollRequest = {
  workQueue: string;
  runner: string;
  version: string;
  capacity: Capacity;
  signal: AbortSignal;
};

export type PolledQueueDeps = { workQueue: string; queue: Queue; clock: Clock; holdMs: number };

/** Maximum time between two polls of an active runner: a round trip and starting the work it received. */
const POLL_GAP_MAX_MS = 5_000;
/** Minimum time between two responses to one runner, so heavy load is batched and light load is immediate. */
const SPACING_MS = 100;
const NO_WORK: AssignedWork = { checks: [], runs: [] };

type HeldRequest = { capacity: Capacity; wake(): void };
type RunnerState = {
  version: string;
  held: number;
  seenAtMs: number;
  announcedAtMs: number;
  respondedAtMs: number;
};

/** One queue of the gateway: its runners, their open requests and the work that waits for them. */
export class PolledQueue {
  readonly #deps: PolledQueueDeps;
  readonly #pending: PendingWork;
  readonly #runners = new Map<string, RunnerState>();
  /** Time of the last request for each kind, monotonic. */
  readonly #polledAtMs = new Map<WorkKind, number>();
  /** The requests that wait for work, oldest first. */
  #held: HeldRequest[] = [];
  #isClosed = false;

  constructor(deps: PolledQueueDeps) {
    this.#deps = deps;
    this.#pending = new PendingWork({ ...deps, onWork: (kind) => this.#wakeNext(kind) });
  }

  /** Number of open requests. */
  get heldCount(): number {
    return [...this.#runners.values()].reduce((sum, { held }) => sum + held, 0);
  }

  get hasRunners(): boolean {
    return this.#runners.size > 0;
  }

  async poll(request: PollRequest): Promise<AssignedWork> {
    const runner = this.#register(request);
    try {
      return await this.#fetchInTime(request, runner);
    } finally {
      this.#leave(request, runner);
    }
  }

  /** Ends the presence of runners that no longer poll, and returns work that cannot start in time. */
  sweep(): void {
    const nowMs = this.#deps.clock.monotonic();
    for (const [name, runner] of this.#runners) {
      if (runner.held > 0 || nowMs - runner.seenAtMs < POLL_GAP_MAX_MS) this.#announce(name, runner);
      else this.#runners.delete(name);
    }
    for (const kind of WORK_KINDS) {
      const isHeld = this.#held.some(({ capacity }) => capacity[kind] !== undefined);
      const polledAtMs = this.#polledAtMs.get(kind) ?? Number.NEGATIVE_INFINITY;
      if (!isHeld && nowMs - polledAtMs >= POLL_GAP_MAX_MS) this.#pending.unsubscribe(kind);
    }
    this.#pending.dropLate();
  }

  /** Answers all open requests and returns all work that was not fetched. */
  close(): void {
    this.#isClosed = true;
    this.#pending.close();
    for (const { wake } of [...this.#held]) wake();
  }

  #register({ runner: name, version, capacity }: PollRequest): RunnerState {
    const nowMs = this.#deps.clock.monotonic();
    const runner = this.#runners.get(name) ?? {
      version,
      held: 0,
      seenAtMs: nowMs,
      announcedAtMs: Number.NEGATIVE_INFINITY,
      respondedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#runners.set(name, runner);
    runner.held += 1;
    runner.version = version;
    this.#announce(name, runner);
    for (const kind of WORK_KINDS) {
      if (capacity[kind] === undefined) continue;
      this.#polledAtMs.set(kind, nowMs);
      this.#pending.subscribe(kind);
    }
    return runner;
  }

  #leave({ capacity }: PollRequest, runner: RunnerState): void {
    const nowMs = this.#deps.clock.monotonic();
    runner.held -= 1;
    runner.seenAtMs = nowMs;
    for (const kind of WORK_KINDS) if (capacity[kind] !== undefined) this.#polledAtMs.set(kind, nowMs);
  }

  #announce(name: string, runner: RunnerState): void {
    const { clock, queue, workQueue } = this.#deps;
    if (clock.monotonic() - runner.announcedAtMs < PRESENCE_INTERVAL_MS) return;
    runner.announcedAtMs = clock.monotonic();
    queue.announce(name, workQueue, runner.version);
  }

  async #fetchInTime({ capacity, signal }: PollRequest, runner: RunnerState): Promise<AssignedWork> {
    const { clock, holdMs } = this.#deps;
    const deadlineMs = clock.monotonic() + holdMs;
    await pause(runner.respondedAtMs + SPACING_MS - clock.monotonic(), signal);
    // A runner that has disconnected would not receive the work.
    while (!signal.aborted) {
      const work = this.#fetch(capacity);
      if (work !== null) {
        runner.respondedAtMs = clock.monotonic();
        return work;
      }
      const leftMs = deadlineMs - clock.monotonic();
      if (leftMs <= 0 || this.#isClosed) break;
      await this.#hold({ capacity, signal, leftMs });
    }
    return NO_WORK;
  }

  /** Returns the available work; the rest stays for the next request. */
  #fetch(capacity: Capacity): AssignedWork | null {
    const work = this.#pending.fetch(capacity);
    if (work.checks.length + work.runs.length === 0) return null;
    for (const kind of WORK_KINDS) if (this.#pending.has(kind)) this.#wakeNext(kind);
    return work;
  }

  /** Waits until there may be work, the time is over or the runner has disconnected. */
  #hold({
    capacity,
    signal,
    leftMs,
  }: {
    capacity: Capacity;
    signal: AbortSignal;
    leftMs: number;
  }): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#held = this.#held.filter((other) => other !== held);
        resolve();
      };
      const held: HeldRequest = { capacity, wake: end };
      const timer = setTimeout(end, leftMs);
      signal.addEventListener("abort", end, { once: true });
      this.#held.push(held);
    });
  }

  /** The request that has waited longest is answered first. */
  #wakeNext(kind: WorkKind): void {
    this.#held.find(({ capacity }) => (capacity[kind] ?? 0) > 0)?.wake();
  }
}
