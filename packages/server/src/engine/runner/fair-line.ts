import { createWaitingJobs, type WaitingJobs } from "./waiting-jobs.ts";

/**
 * Jobs of many organizations that wait for the slots of one runner. The organization that was served longest ago is
 * next, and within one the order is that of arrival. While several organizations have work here, each may hold slots
 * only up to a share of those that are free besides, so that one that comes later finds some. Pure: time comes in.
 */
export type FairLine<Job> = {
  /** Takes a job in. Gives the job that has to leave, where the line is full: of the organization with most in it. */
  add(job: Job, nowMs: number): Job | null;
  /** The next that may start, which holds a slot until `end`; late ones before it are given to `onLate`. */
  next(nowMs: number, onLate: (job: Job) => void): Job | null;
  end(job: Job): void;
  /** Those that can no longer start in time, which wait no longer. */
  takeLate(nowMs: number): Job[];
  takeWhere(holds: (job: Job) => boolean): Job[];
  takeAll(): Job[];
  /** How many wait. */
  readonly size: number;
  /** How many hold a slot. */
  readonly underWay: number;
};

export type FairLineOptions = {
  slots: number;
  /** Jobs that wait at most. */
  waitingMax: number;
  /** What one organization may hold of all slots while others have work here, in percent. */
  sharePercent: number;
  /** For how long a slot is kept for an organization whose job just became late and comes again; 0 for not at all. */
  keepMs?: number;
};

type Organization<Job> = {
  id: string;
  jobs: WaitingJobs<Job>;
  underWay: number;
  /** Number of the turn in which it was served last; 0 for never. */
  turn: number;
  keptUntilMs: number;
};

/** For how long an organization counts as having work here. */
const SHARED_MS = 600_000;
/** Organizations of which the last turn is remembered; some hundred bytes each. */
const REMEMBERED_MAX = 10_000;

export function createFairLine<Job extends { orgId: string; startByMs: number }>(
  options: FairLineOptions,
): FairLine<Job> {
  const { slots, waitingMax, sharePercent, keepMs = 0 } = options;
  const organizations = new Map<string, Organization<Job>>();
  /** Those with jobs, or with a slot kept for them; the one that was served longest ago first. */
  let inLine: Organization<Job>[] = [];
  let size = 0;
  let underWay = 0;
  let turns = 0;
  let newest = { id: "", atMs: Number.NEGATIVE_INFINITY };
  /** When there was work of another organization than that of the newest job. */
  let otherAtMs = Number.NEGATIVE_INFINITY;

  function find(id: string): Organization<Job> {
    const known = organizations.get(id);
    if (known) return known;
    if (organizations.size >= REMEMBERED_MAX) forgetIdle();
    const jobs = createWaitingJobs<Job>(waitingMax);
    const made = { id, jobs, underWay: 0, turn: 0, keptUntilMs: Number.NEGATIVE_INFINITY };
    organizations.set(id, made);
    return made;
  }

  function forgetIdle(): void {
    const waiting = new Set(inLine);
    for (const [id, each] of organizations) {
      if (each.underWay === 0 && !waiting.has(each)) organizations.delete(id);
    }
  }

  function note(id: string, nowMs: number): void {
    if (id !== newest.id) otherAtMs = newest.atMs;
    newest = { id, atMs: nowMs };
  }

  function lineUp(organization: Organization<Job>): void {
    const after = inLine.findIndex(({ turn }) => turn > organization.turn);
    if (after < 0) inLine.push(organization);
    else inLine.splice(after, 0, organization);
  }

  /** Alone it may have every slot. Beside others its slots stay in proportion to those that are free. */
  function mayStart(organization: Organization<Job>, free: number, nowMs: number): boolean {
    if (free <= 0) return false;
    const isShared = nowMs - otherAtMs < SHARED_MS;
    return !isShared || organization.underWay * (100 - sharePercent) < free * sharePercent;
  }

  function serve(organization: Organization<Job>): void {
    organization.underWay += 1;
    underWay += 1;
    turns += 1;
    organization.turn = turns;
    inLine.splice(inLine.indexOf(organization), 1);
    if (organization.jobs.size > 0) inLine.push(organization);
  }

  /** Of one that has no slot yet and whose last job is about to become late. */
  function keepPlace(organization: Organization<Job>, nowMs: number): void {
    if (organization.underWay === 0) organization.keptUntilMs = nowMs + keepMs;
  }

  function leaveIfEmpty(organization: Organization<Job>, nowMs: number): void {
    if (organization.jobs.size > 0 || organization.keptUntilMs > nowMs) return;
    inLine = inLine.filter((other) => other !== organization);
  }

  function take(nowMs: number, from: (jobs: WaitingJobs<Job>) => Job[]): Job[] {
    const taken = inLine.flatMap(({ jobs }) => from(jobs));
    size -= taken.length;
    for (const each of [...inLine]) leaveIfEmpty(each, nowMs);
    return taken;
  }

  return {
    add(job, nowMs) {
      note(job.orgId, nowMs);
      const organization = find(job.orgId);
      organization.keptUntilMs = Number.NEGATIVE_INFINITY;
      if (organization.jobs.size === 0 && !inLine.includes(organization)) lineUp(organization);
      organization.jobs.add(job);
      size += 1;
      if (size <= waitingMax) return null;
      const largest = inLine.reduce((most, each) => (each.jobs.size > most.jobs.size ? each : most));
      size -= 1;
      const leaving = largest.jobs.takeNewest();
      leaveIfEmpty(largest, nowMs);
      return leaving;
    },
    next(nowMs, onLate) {
      let free = slots - underWay;
      for (const organization of [...inLine]) {
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
        keepPlace(organization, nowMs);
        leaveIfEmpty(organization, nowMs);
      }
      return null;
    },
    end({ orgId }) {
      find(orgId).underWay -= 1;
      underWay -= 1;
    },
    takeLate(nowMs) {
      const isLate = (job: Job) => job.startByMs < nowMs;
      for (const organization of inLine) if (organization.jobs.size > 0) keepPlace(organization, nowMs);
      return take(nowMs, (jobs) => jobs.takeWhere(isLate));
    },
    takeWhere: (holds) => take(Number.POSITIVE_INFINITY, (jobs) => jobs.takeWhere(holds)),
    takeAll: () => take(Number.POSITIVE_INFINITY, (jobs) => jobs.takeAll()),
    get size() {
      return size;
    },
    get underWay() {
      return underWay;
    },
  };
}
