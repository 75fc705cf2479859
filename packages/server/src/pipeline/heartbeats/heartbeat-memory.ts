import { occurrencesOf } from "@vedette/contract/heartbeats/schedules/occurrences.ts";
import type {
  HeartbeatSchedule,
  Occurrences,
} from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { NO_PROGRESS } from "./progress.ts";
import type { StoredProgress } from "./queries.ts";

type Known = { stored: StoredProgress | null; schedule: string; occurrences: Occurrences | null };

/** What the scheduler has in memory of its heartbeats: their progress as stored, and their evaluated schedules. */
export class HeartbeatMemory {
  readonly #known = new Map<string, Known>();

  /** Null if it must be loaded first. */
  find(id: string): StoredProgress | null {
    return this.#known.get(id)?.stored ?? null;
  }

  /** Remembers what is stored; nothing is stored of a heartbeat that was never pinged. */
  remember(id: string, stored: StoredProgress | undefined): void {
    const known = this.#known.get(id);
    const progress = stored ?? { progress: NO_PROGRESS, version: 0 };
    this.#known.set(id, { schedule: "", occurrences: null, ...known, stored: progress });
  }

  /** Another scheduler wrote newer progress. */
  invalidate(id: string): void {
    const known = this.#known.get(id);
    if (known) known.stored = null;
  }

  forget(id: string): void {
    this.#known.delete(id);
  }

  /** The times of a schedule, parsed once. Null for a period. */
  occurrencesOf(id: string, schedule: HeartbeatSchedule): Occurrences | null {
    if (schedule.type === "period") return null;
    const text = JSON.stringify(schedule);
    const known = this.#known.get(id);
    if (known?.occurrences && known.schedule === text) return known.occurrences;
    const occurrences = occurrencesOf(schedule);
    if (known) Object.assign(known, { schedule: text, occurrences });
    return occurrences;
  }
}
