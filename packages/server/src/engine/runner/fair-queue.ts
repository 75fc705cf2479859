import { WaitingJobs } from "./waiting-jobs.ts";

export type FairQueueOptions = {
  slots: number;
  /** Maximum number of waiting jobs. */
  waitingMax: number;
  /** Maximum share of all slots that one organization may hold while others have work here, in percent. */
  sharePercent: number;
  /** How long a slot is kept for an organization whose job just became late and returns; 0 to keep none. */
  keepMs?: number;
};

type QueuedJob = { orgId: string; startByMs: number };

type Organization<Job extends QueuedJob> = {
  id: string;
  jobs: WaitingJobs<Job>;
  underWay: number;
  /** Number of the turn in which it was last served; 0 for never. */
  turn: number;
  keptUntilMs: number;
};

/** How long an organization counts as having work here. */
const SHARED_MS = 600_000;
/** Organizations whose last turn is remembered; some hundred bytes each. */
const ORGANIZATIONS_MAX = 10_000;

/**
 * A fair queue of the jobs of many organizations for the slots of one runner. The organization that was
 * served longest ago is next; jobs of one organization run in order of arrival. While several organizations
 * have work here, each may hold slots only up to a share of the free slots, so a newcomer finds some. Pure:
 * time is a parameter.
 */
export class FairQueue<Job extends QueuedJob> {
  readonly #options: FairQueueOptions;
  readonly #organizations = new Map<string, Organization<Job>>();
  /** Organizations with jobs or with a slot kept for them, in the order of their last turn. */
  #waiting: Organization<Job>[] = [];
  #size = 0;
  #inFlight = 0;
  #turns = 0;
  #newest = { id: "", atMs: Number.NEGATIVE_INFINITY };
  /** When there was last work of another organization than that of the newest job. */
  #otherAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Number of waiting jobs. */
  get size(): number {
    return this.#size;
  }

  /** Number of jobs that hold a slot. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Adds a job. If the line is full, returns the job to drop, from the organization with the most jobs in it.
   */
  add(job: Job, nowMs: number): Job | null {
    if (job.orgId !== this.#newest.id) this.#otherAtMs = this.#newest.atMs;
    this.#newest = { id: job.orgId, atMs: nowMs };
    const organization = this.#find(job.orgId);
    organization.keptUntilMs = Number.NEGATIVE_INFINITY;
    if (organization.jobs.size === 0 && !this.#waiting.includes(organization)) this.#enqueue(organization);
    organization.jobs.add(job);
    this.#size += 1;
    return this.#size <= this.#options.waitingMax ? null : this.#dropNewest(nowMs);
  }

  /**
   * Returns the next job that may start, which holds a slot until `end`. Late jobs before it go to `onLate`.
   */
  next(nowMs: number, onLate: (job: Job) => void): Job | null {
    let free = this.#options.slots - this.#inFlight;
    for (const organization of [...this.#waiting]) {
      if (organization.jobs.size === 0) {
        if (organization.keptUntilMs > nowMs) free -= 1;
        else this.#leaveIfEmpty(organization, nowMs);
        continue;
      }
      if (free <= 0) return null;
      if (!this.#mayStart(organization, free, nowMs)) continue;
      const before = organization.jobs.size;
      const job = organization.jobs.next(nowMs, onLate);
      this.#size -= before - organization.jobs.size;
      if (job !== null) {
        this.#serve(organization);
        return job;
      }
      this.#keepSlot(organization, nowMs);
      this.#leaveIfEmpty(organization, nowMs);
    }
    return null;
  }

  end({ orgId }: Job): void {
    this.#find(orgId).underWay -= 1;
    this.#inFlight -= 1;
  }

  /** Removes and returns the jobs that can no longer start in time. */
  takeLate(nowMs: number): Job[] {
    for (const organization of this.#waiting) {
      if (organization.jobs.size > 0) this.#keepSlot(organization, nowMs);
    }
    return this.#take(nowMs, (job) => job.startByMs < nowMs);
  }

  takeWhere(holds: (job: Job) => boolean): Job[] {
    return this.#take(Number.POSITIVE_INFINITY, holds);
  }

  takeAll(): Job[] {
    return this.takeWhere(() => true);
  }

  #take(nowMs: number, holds: (job: Job) => boolean): Job[] {
    const taken = this.#waiting.flatMap(({ jobs }) => jobs.takeWhere(holds));
    this.#size -= taken.length;
    for (const each of [...this.#waiting]) this.#leaveIfEmpty(each, nowMs);
    return taken;
  }

  #find(id: string): Organization<Job> {
    const known = this.#organizations.get(id);
    if (known) return known;
    if (this.#organizations.size >= ORGANIZATIONS_MAX) this.#forgetIdle();
    const jobs = new WaitingJobs<Job>(this.#options.waitingMax);
    const created = { id, jobs, underWay: 0, turn: 0, keptUntilMs: Number.NEGATIVE_INFINITY };
    this.#organizations.set(id, created);
    return created;
  }

  #forgetIdle(): void {
    const waiting = new Set(this.#waiting);
    for (const [id, each] of this.#organizations) {
      if (each.underWay === 0 && !waiting.has(each)) this.#organizations.delete(id);
    }
  }

  #enqueue(organization: Organization<Job>): void {
    const after = this.#waiting.findIndex(({ turn }) => turn > organization.turn);
    if (after < 0) this.#waiting.push(organization);
    else this.#waiting.splice(after, 0, organization);
  }

  #dropNewest(nowMs: number): Job | null {
    const largest = this.#waiting.reduce((most, each) => (each.jobs.size > most.jobs.size ? each : most));
    this.#size -= 1;
    const dropped = largest.jobs.takeNewest();
    this.#leaveIfEmpty(largest, nowMs);
    return dropped;
  }

  /** A single organization may have every slot. With others its slots stay in proportion to the free ones. */
  #mayStart(organization: Organization<Job>, free: number, nowMs: number): boolean {
    const { sharePercent } = this.#options;
    const isShared = nowMs - this.#otherAtMs < SHARED_MS;
    return !isShared || organization.underWay * (100 - sharePercent) < free * sharePercent;
  }

  #serve(organization: Organization<Job>): void {
    organization.underWay += 1;
    this.#inFlight += 1;
    this.#turns += 1;
    organization.turn = this.#turns;
    this.#waiting.splice(this.#waiting.indexOf(organization), 1);
    if (organization.jobs.size > 0) this.#waiting.push(organization);
  }

  /** For an organization that has no slot yet and whose last job is about to become late. */
  #keepSlot(organization: Organization<Job>, nowMs: number): void {
    if (organization.underWay === 0) organization.keptUntilMs = nowMs + (this.#options.keepMs ?? 0);
  }

  #leaveIfEmpty(organization: Organization<Job>, nowMs: number): void {
    if (organization.jobs.size > 0 || organization.keptUntilMs > nowMs) return;
    this.#waiting = this.#waiting.filter((other) => other !== organization);
  }
}
