import { createWaitingJobs, type WaitingJobs } from "./waiting-jobs.ts";

/**
 * A fair queue of the jobs of many organizations for the slots of one runner. The organization that was
 * served longest ago is next; jobs of one organization run in order of arrival. While several organizations
 * have work here, each may hold slots only up to a share of the free slots, so a newcomer finds some. Pure:
 * time is a parameter.
 */
export type FairQueue<Job> = {
  /**
   * Adds a job. If the line is full, returns the job to drop, from the organization with the most jobs in it.
   */
  add(job: Job, nowMs: number): Job | null;
  /**
   * Returns the next job that may start, which holds a slot until `end`. Late jobs before it go to `onLate`.
   */
  next(nowMs: number, onLate: (job: Job) => void): Job | null;
  end(job: Job): void;
  /** Removes and returns the jobs that can no longer start in time. */
  takeLate(nowMs: number): Job[];
  takeWhere(holds: (job: Job) => boolean): Job[];
  takeAll(): Job[];
  /** Number of waiting jobs. */
  readonly size: number;
  /** Number of jobs that hold a slot. */
  readonly inFlight: number;
};

export type FairQueueOptions = {
  slots: number;
  /** Maximum number of waiting jobs. */
  waitingMax: number;
  /** Maximum share of all slots that one organization may hold while others have work here, in percent. */
  sharePercent: number;
  /** How long a slot is kept for an organization whose job just became late and returns; 0 to keep none. */
  keepMs?: number;
};

type Organization<Job> = {
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

export function createFairQueue<Job extends { orgId: string; startByMs: number }>(
  options: FairQueueOptions,
): FairQueue<Job> {
  const { slots, waitingMax, sharePercent, keepMs = 0 } = options;
  const organizations = new Map<string, Organization<Job>>();
  /** Organizations with jobs or with a slot kept for them, in the order of their last turn. */
  let waitingOrganizations: Organization<Job>[] = [];
  let size = 0;
  let inFlight = 0;
  let turns = 0;
  let newest = { id: "", atMs: Number.NEGATIVE_INFINITY };
  /** When there was last work of another organization than that of the newest job. */
  let otherAtMs = Number.NEGATIVE_INFINITY;

  function find(id: string): Organization<Job> {
    const known = organizations.get(id);
    if (known) return known;
    if (organizations.size >= ORGANIZATIONS_MAX) forgetIdle();
    const jobs = createWaitingJobs<Job>(waitingMax);
    const made = { id, jobs, underWay: 0, turn: 0, keptUntilMs: Number.NEGATIVE_INFINITY };
    organizations.set(id, made);
    return made;
  }

  function forgetIdle(): void {
    const waiting = new Set(waitingOrganizations);
    for (const [id, each] of organizations) {
      if (each.underWay === 0 && !waiting.has(each)) organizations.delete(id);
    }
  }

  function note(id: string, nowMs: number): void {
    if (id !== newest.id) otherAtMs = newest.atMs;
    newest = { id, atMs: nowMs };
  }

  function enqueue(organization: Organization<Job>): void {
    const after = waitingOrganizations.findIndex(({ turn }) => turn > organization.turn);
    if (after < 0) waitingOrganizations.push(organization);
    else waitingOrganizations.splice(after, 0, organization);
  }

  /** A single organization may have every slot. With others its slots stay in proportion to the free ones. */
  function mayStart(organization: Organization<Job>, free: number, nowMs: number): boolean {
    if (free <= 0) return false;
    const isShared = nowMs - otherAtMs < SHARED_MS;
    return !isShared || organization.underWay * (100 - sharePercent) < free * sharePercent;
  }

  function serve(organization: Organization<Job>): void {
    organization.underWay += 1;
    inFlight += 1;
    turns += 1;
    organization.turn = turns;
    waitingOrganizations.splice(waitingOrganizations.indexOf(organization), 1);
    if (organization.jobs.size > 0) waitingOrganizations.push(organization);
  }

  /** For an organization that has no slot yet and whose last job is about to become late. */
  function keepSlot(organization: Organization<Job>, nowMs: number): void {
    if (organization.underWay === 0) organization.keptUntilMs = nowMs + keepMs;
  }

  function leaveIfEmpty(organization: Organization<Job>, nowMs: number): void {
    if (organization.jobs.size > 0 || organization.keptUntilMs > nowMs) return;
    waitingOrganizations = waitingOrganizations.filter((other) => other !== organization);
  }

  function take(nowMs: number, from: (jobs: WaitingJobs<Job>) => Job[]): Job[] {
    const taken = waitingOrganizations.flatMap(({ jobs }) => from(jobs));
    size -= taken.length;
    for (const each of [...waitingOrganizations]) leaveIfEmpty(each, nowMs);
    return taken;
  }

  return {
    add(job, nowMs) {
      note(job.orgId, nowMs);
      const organization = find(job.orgId);
      organization.keptUntilMs = Number.NEGATIVE_INFINITY;
      if (organization.jobs.size === 0 && !waitingOrganizations.includes(organization)) enqueue(organization);
      organization.jobs.add(job);
      size += 1;
      if (size <= waitingMax) return null;
      const largest = waitingOrganizations.reduce((most, each) =>
        each.jobs.size > most.jobs.size ? each : most,
      );
      size -= 1;
      const leaving = largest.jobs.takeNewest();
      leaveIfEmpty(largest, nowMs);
      return leaving;
    },
    next(nowMs, onLate) {
      let free = slots - inFlight;
      for (const organization of [...waitingOrganizations]) {
        if (organization.jobs.size === 0) {
          if (organization.keptUntilMs > nowMs) free -= 1;
          else leaveIfEmpty(organization, nowMs);
          continue;
        }
        if (free <= 0) return null;
        if (!mayStart(organization, free, nowMs)) continue;
        const before = organization.jobs.size;
        const job = organization.jobs.next(nowMs, onLate);
        size -= before - organization.jobs.size;
        if (job !== null) {
          serve(organization);
          return job;
        }
        keepSlot(organization, nowMs);
        leaveIfEmpty(organization, nowMs);
      }
      return null;
    },
    end({ orgId }) {
      find(orgId).underWay -= 1;
      inFlight -= 1;
    },
    takeLate(nowMs) {
      const isLate = (job: Job) => job.startByMs < nowMs;
      for (const organization of waitingOrganizations)
        if (organization.jobs.size > 0) keepSlot(organization, nowMs);
      return take(nowMs, (jobs) => jobs.takeWhere(isLate));
    },
    takeWhere: (holds) => take(Number.POSITIVE_INFINITY, (jobs) => jobs.takeWhere(holds)),
    takeAll: () => take(Number.POSITIVE_INFINITY, (jobs) => jobs.takeAll()),
    get size() {
      return size;
    },
    get inFlight() {
      return inFlight;
    },
  };
}
