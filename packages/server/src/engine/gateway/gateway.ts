import { POLL_HOLD_MS } from "@vedette/contract/runners/runner-protocol.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import { pause } from "../../platform/kernel/pause.ts";
import { PRESENCE_INTERVAL_MS, type Queue } from "../queue/queue.ts";
import {
  type AssignedWork,
  type Capacity,
  createPendingWork,
  type PendingWork,
  WORK_KINDS,
  type WorkKind,
} from "./pending-work.ts";

/**
 * Serves the requests of runners for work by long polling. A runner counts as present while it polls; its
 * queue receives work for as long. The gateway must not know HTTP or the owner of a queue, and holds nothing
 * that the accounting of slots and runs needs: work that is lost here is detected as missed at its deadline.
 */
export type Gateway = {
  /**
   * Returns the work for a runner of a queue; empty after `POLL_HOLD_MS` or after `signal` reports a
   * disconnect.
   */
  poll(request: PollRequest): Promise<AssignedWork>;
  /** Answers all open requests and returns all work that was not fetched. */
  close(): void;
};

export type PollRequest = { workQueue: string; runner: string; capacity: Capacity; signal: AbortSignal };

/** Requests held at once for one queue: several runners with a few each. */
const HELD_MAX = 100;
/** Maximum time between two polls of an active runner: a round trip and starting the work it received. */
const POLL_GAP_MAX_MS = 5_000;
const SWEEP_INTERVAL_MS = 1_000;
/** Minimum time between two responses to one runner, so heavy load is batched and light load is immediate. */
const SPACING_MS = 100;

type Held = { capacity: Capacity; wake(): void };
type RunnerState = { held: number; seenAtMs: number; announcedAtMs: number; respondedAtMs: number };
type QueueState = {
  pending: PendingWork;
  held: Held[];
  runners: Map<string, RunnerState>;
  /** Time of the last request for each kind, monotonic. */
  polledAtMs: Map<WorkKind, number>;
};

export type GatewayDeps = { queue: Queue; clock: Clock; holdMs?: number };

export function createGateway({ queue, clock, holdMs = POLL_HOLD_MS }: GatewayDeps): Gateway {
  const queueStates = new Map<string, QueueState>();
  let isClosed = false;

  function createQueueState(workQueue: string): QueueState {
    const known = queueStates.get(workQueue);
    if (known) return known;
    const queueState: QueueState = {
      held: [],
      runners: new Map(),
      polledAtMs: new Map(),
      pending: createPendingWork({
        workQueue,
        queue,
        clock,
        onWork: (kind) => wakeNext(queueState.held, kind),
      }),
    };
    queueStates.set(workQueue, queueState);
    return queueState;
  }

  function register(queueState: QueueState, { workQueue, runner, capacity }: PollRequest): RunnerState {
    const nowMs = clock.monotonic();
    const presence = queueState.runners.get(runner) ?? {
      held: 0,
      seenAtMs: nowMs,
      announcedAtMs: Number.NEGATIVE_INFINITY,
      respondedAtMs: Number.NEGATIVE_INFINITY,
    };
    queueState.runners.set(runner, presence);
    presence.held += 1;
    announce(workQueue, runner, presence);
    for (const kind of WORK_KINDS) {
      if (capacity[kind] === undefined) continue;
      queueState.polledAtMs.set(kind, nowMs);
      queueState.pending.subscribe(kind);
    }
    return presence;
  }

  function leave(queueState: QueueState, { capacity }: PollRequest, presence: RunnerState): void {
    const nowMs = clock.monotonic();
    presence.held -= 1;
    presence.seenAtMs = nowMs;
    for (const kind of WORK_KINDS) if (capacity[kind] !== undefined) queueState.polledAtMs.set(kind, nowMs);
  }

  function announce(workQueue: string, runner: string, presence: RunnerState): void {
    if (clock.monotonic() - presence.announcedAtMs < PRESENCE_INTERVAL_MS) return;
    presence.announcedAtMs = clock.monotonic();
    queue.announce(runner, workQueue);
  }

  async function fetchInTime(
    queueState: QueueState,
    request: PollRequest,
    presence: RunnerState,
  ): Promise<AssignedWork> {
    const { capacity, signal } = request;
    const deadlineMs = clock.monotonic() + holdMs;
    await pause(presence.respondedAtMs + SPACING_MS - clock.monotonic(), signal);
    // A runner that has disconnected would not receive the work.
    while (!signal.aborted) {
      const work = fetch(queueState, capacity);
      if (work !== null) {
        presence.respondedAtMs = clock.monotonic();
        return work;
      }
      const leftMs = deadlineMs - clock.monotonic();
      if (leftMs <= 0 || isClosed) break;
      await holdFor(queueState, { capacity, signal, leftMs });
    }
    return NO_WORK;
  }

  /** Returns the available work; the rest stays for the next request. */
  function fetch({ pending, held }: QueueState, capacity: Capacity): AssignedWork | null {
    const work = pending.fetch(capacity);
    if (work.checks.length + work.runs.length === 0) return null;
    for (const kind of WORK_KINDS) if (pending.has(kind)) wakeNext(held, kind);
    return work;
  }

  /** Waits until there may be work, the time is over or the runner has disconnected. */
  function holdFor(
    queueState: QueueState,
    { capacity, signal, leftMs }: { capacity: Capacity; signal: AbortSignal; leftMs: number },
  ): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        queueState.held = queueState.held.filter((other) => other !== held);
        resolve();
      };
      const held: Held = { capacity, wake: end };
      const timer = setTimeout(end, leftMs);
      signal.addEventListener("abort", end, { once: true });
      queueState.held.push(held);
    });
  }

  function sweep(): void {
    const nowMs = clock.monotonic();
    for (const [workQueue, queueState] of queueStates) {
      for (const [runner, presence] of queueState.runners) {
        if (presence.held > 0 || nowMs - presence.seenAtMs < POLL_GAP_MAX_MS)
          announce(workQueue, runner, presence);
        else queueState.runners.delete(runner);
      }
      for (const kind of WORK_KINDS) {
        const isHeld = queueState.held.some(({ capacity }) => capacity[kind] !== undefined);
        const askedAtMs = queueState.polledAtMs.get(kind) ?? Number.NEGATIVE_INFINITY;
        if (!isHeld && nowMs - askedAtMs >= POLL_GAP_MAX_MS) queueState.pending.unsubscribe(kind);
      }
      queueState.pending.dropLate();
      if (queueState.runners.size > 0) continue;
      queueState.pending.close();
      queueStates.delete(workQueue);
    }
  }

  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS);
  sweeping.unref();

  return {
    async poll(request) {
      if (isClosed) {
        throw new AppError("SERVICE_UNAVAILABLE", "The server is stopping. Try again in a moment.", {
          retryAfterSeconds: 1,
        });
      }
      const queueState = createQueueState(request.workQueue);
      if (countHeld(queueState) >= HELD_MAX) {
        throw new AppError(
          "TOO_MANY_REQUESTS",
          `At most ${HELD_MAX} requests of a location's runners are held. Run fewer runners or poll later.`,
          { retryAfterSeconds: 5 },
        );
      }
      const presence = register(queueState, request);
      try {
        return await fetchInTime(queueState, request, presence);
      } finally {
        leave(queueState, request, presence);
      }
    },
    close() {
      isClosed = true;
      clearInterval(sweeping);
      for (const queueState of queueStates.values()) {
        queueState.pending.close();
        for (const { wake } of [...queueState.held]) wake();
      }
    },
  };
}

function countHeld({ runners }: QueueState): number {
  return [...runners.values()].reduce((sum, { held }) => sum + held, 0);
}

/** The request that has waited longest is answered first. */
function wakeNext(held: readonly Held[], kind: WorkKind): void {
  held.find(({ capacity }) => (capacity[kind] ?? 0) > 0)?.wake();
}

const NO_WORK: AssignedWork = { checks: [], runs: [] };
