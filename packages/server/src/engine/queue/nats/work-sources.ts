import type { RunJob, RunKind } from "@vedette/contract/runs/run-job.ts";
import { callOnce } from "../../../platform/kernel/call-once.ts";
import type { Queue, RunConsumer } from "../queue.ts";
import type { ConsumeJobs } from "../spread-jobs.ts";
import type { JobConsumer } from "./job-consumer.ts";
import type { Presence } from "./presence.ts";
import type { TestRunResponder } from "./test-runs/test-run-responder.ts";

export type WorkSourcesDeps = {
  presence: Presence;
  consumer: JobConsumer;
  testRuns: TestRunResponder;
  local: Pick<Queue, "publishJobs" | "publishRuns" | "takeJobs" | "takeRuns">;
};

/** Runs in flight for a taker that does not say how many it runs at once. */
const RUNS_IN_FLIGHT_DEFAULT = 100;

/**
 * Takes work from NATS as long as it has takers here. A memory queue delivers it to them; work that has no
 * taker any more comes back from it as a report, like any other.
 */
export class WorkSources {
  readonly #deps: WorkSourcesDeps;
  /** The open sources: the first taker of a source starts it, the last one stops it. */
  readonly #sources = new Map<string, { consumers: number; end: () => void }>();
  /** Maximum number of runs in flight by location and kind. */
  readonly #capacity = new Map<string, number>();

  constructor(deps: WorkSourcesDeps) {
    this.#deps = deps;
  }

  /** The takers of a location in one process are of one kind: all wait for the slot, or none. */
  takeJobs(location: string, take: ConsumeJobs, waitsForSlot: boolean): () => void {
    return once([
      this.#deps.local.takeJobs(location, take),
      this.#share(`checks ${location}`, () => this.#openChecks(location, waitsForSlot)),
    ]);
  }

  takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void): () => void {
    const room = at.inFlightMax ?? RUNS_IN_FLIGHT_DEFAULT;
    const ends = at.kinds.map((kind) => {
      const name = `${at.location} ${kind}`;
      this.#addCapacity(name, room);
      const end = this.#share(`runs ${name}`, () => this.#openRuns(at.location, kind));
      return () => {
        this.#addCapacity(name, -room);
        end();
      };
    });
    return once([this.#deps.local.takeRuns(at, take), ...ends]);
  }

  #addCapacity(name: string, change: number): void {
    this.#capacity.set(name, (this.#capacity.get(name) ?? 0) + change);
  }

  #share(name: string, start: () => () => void): () => void {
    const source = this.#sources.get(name) ?? { consumers: 0, end: start() };
    source.consumers += 1;
    this.#sources.set(name, source);
    return () => {
      source.consumers -= 1;
      if (source.consumers > 0) return;
      this.#sources.delete(name);
      source.end();
    };
  }

  #openChecks(location: string, waitsForSlot: boolean): () => void {
    const { presence, consumer, testRuns, local } = this.#deps;
    return once([
      presence.take(location, "checks", waitsForSlot),
      consumer.takeChecks(location, (jobs) => local.publishJobs(location, jobs)),
      testRuns.subscribeChecks(location, (job) => local.publishJobs(location, [job])),
    ]);
  }

  #openRuns(location: string, kind: RunKind): () => void {
    const { presence, consumer, testRuns, local } = this.#deps;
    const take = (job: RunJob) => local.publishRuns(location, [job]);
    const inFlight = () => consumer.runs.count(({ at, job }) => at === location && job.spec.kind === kind);
    const room = () => (this.#capacity.get(`${location} ${kind}`) ?? 0) - inFlight();
    return once([
      presence.take(location, kind),
      consumer.takeRuns({ location, kind, room }, take),
      testRuns.subscribeRuns(location, kind, take),
    ]);
  }
}

/** Combines several stop functions into one that may be called twice. */
function once(ends: readonly (() => void)[]): () => void {
  return callOnce(() => {
    for (const end of ends) end();
  });
}
