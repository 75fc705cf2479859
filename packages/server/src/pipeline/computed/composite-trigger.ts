import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Queue } from "../../engine/queue/queue.ts";

type CompositeTriggerDeps = {
  queue: Pick<Queue, "takeEvents">;
  /** Requests immediate checks of targets. */
  checkNow(targetIds: readonly TargetId[]): void;
};

/** The fields of a definition that identify a composite monitor. */
type Considered = { targetId: TargetId; orgId: OrgId; type: string | null };

/**
 * Changes that arrive within this time lead to one evaluation. An outage changes many targets at once, and an evaluation
 * that was in flight at the change has ended by then.
 */
const GATHER_MS = 300;

const STATUS_EVENTS: ReadonlySet<LiveEvent["type"]> = new Set([
  "monitor.status",
  "api_monitor.status",
  "journey.status",
]);

/**
 * Evaluates the composite monitors of an organization when the status of one of its targets changes. A lost event is
 * made up for by the next slot.
 */
export class CompositeTrigger {
  readonly #deps: CompositeTriggerDeps;
  /** Also of composites that are scheduled elsewhere by now: requests for them have no effect. */
  readonly #composites = new Map<OrgId, Set<TargetId>>();
  readonly #changed = new Set<OrgId>();
  #gathering: NodeJS.Timeout | undefined;
  #endEvents = () => {};

  constructor(deps: CompositeTriggerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#endEvents = this.#deps.queue.takeEvents((events) => this.#onEvents(events));
  }

  stop(): void {
    this.#endEvents();
    clearTimeout(this.#gathering);
  }

  /** Call it for every target that is scheduled here. */
  consider({ targetId, orgId, type }: Considered): void {
    if (type !== "composite") return;
    const known = this.#composites.get(orgId) ?? new Set();
    this.#composites.set(orgId, known.add(targetId));
  }

  #onEvents(events: readonly LiveEvent[]): void {
    for (const event of events) {
      const composites = STATUS_EVENTS.has(event.type) ? this.#composites.get(event.orgId) : undefined;
      const isOwn = event.type === "monitor.status" && composites?.has(event.data.monitor_id);
      if (composites !== undefined && !isOwn) this.#changed.add(event.orgId);
    }
    if (this.#changed.size > 0) this.#gathering ??= setTimeout(() => this.#evaluate(), GATHER_MS);
  }

  #evaluate(): void {
    this.#gathering = undefined;
    const ids = [...this.#changed].flatMap((orgId) => [...(this.#composites.get(orgId) ?? [])]);
    this.#changed.clear();
    this.#deps.checkNow(ids);
  }
}
