import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import type { RunConsumer } from "./queue.ts";

type Taker = { at: RunConsumer; take: (jobs: readonly RunJob[]) => void };

/** The takers of runs in this thread, which receive runs round-robin. */
export class RunConsumers {
  #takers: Taker[] = [];

  /** Adds a taker until the returned function is called. */
  add(at: RunConsumer, take: Taker["take"]): () => void {
    const added = { at, take };
    this.#takers.push(added);
    return () => {
      this.#takers = this.#takers.filter((other) => other !== added);
    };
  }

  /** Delivers a run, for a location if one is given. Returns false if no taker supports it. */
  deliver(job: RunJob, location?: string): boolean {
    const found = this.#takers.find(
      ({ at }) => at.kinds.includes(job.spec.kind) && (location === undefined || at.location === location),
    );
    if (!found) return false;
    // The taker that receives a run moves to the end.
    this.#takers = [...this.#takers.filter((other) => other !== found), found];
    found.take([job]);
    return true;
  }
}
