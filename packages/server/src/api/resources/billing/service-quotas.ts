import type { LimitName, RunLimit } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isTooOften } from "./fit-plan.ts";
import { RUN_LABELS } from "./owner-notes.ts";
import { monthOf } from "./period.ts";
import {
  countOpenRuns,
  countSeats,
  countTargets,
  findMonth,
  findPlanOf,
  holdPlan,
  type PlanShort,
} from "./queries.ts";

/**
 * What a plan allows: the one place that refuses what is over it. Asked by the services that create and run things,
 * in their transaction and before they hold anything else, for whoever changes the plan takes the same locks first.
 */

type QuotaContext = { db: Db; orgId: OrgId; clock: Clock };

type Watched = { interval_ms: number | null; enabled: boolean };

/** For a monitor, API monitor or journey that is about to be made. */
export async function assertRoomFor({ db, orgId }: QuotaContext, wanted: Watched): Promise<void> {
  const plan = await held(db, orgId);
  refuseTooOften(plan, wanted.interval_ms);
  const allowed = plan.limits.monitors;
  if (allowed === null) return;
  const counts = await countTargets(db, orgId);
  const present = (counts?.monitors ?? 0) + (counts?.journeys ?? 0);
  if (present >= allowed) throw noRoom(plan, { present, allowed, remedy: "Delete one" });
}

/** What a change is held against, or null where it can neither resume anything nor watch it more often. */
export function planForChange(
  { db, orgId }: QuotaContext,
  input: { enabled?: boolean | undefined; interval?: unknown; interval_seconds?: unknown },
): Promise<PlanShort | null> {
  const { enabled, interval, interval_seconds: intervalSeconds } = input;
  const isHarmless = enabled !== true && interval === undefined && intervalSeconds === undefined;
  return isHarmless ? Promise.resolve(null) : held(db, orgId);
}

/** For a change, once it is known what it changes. `plan` is that of `planForChange`. */
export async function assertMayChange(
  { db, orgId }: QuotaContext,
  plan: PlanShort | null,
  { before, after }: { before: Watched; after: Watched },
): Promise<void> {
  if (plan === null || !after.enabled) return;
  const isResumed = !before.enabled;
  if (isResumed || after.interval_ms !== before.interval_ms) refuseTooOften(plan, after.interval_ms);
  const allowed = plan.limits.monitors;
  if (!isResumed || allowed === null) return;
  const present = (await countTargets(db, orgId))?.watched ?? 0;
  if (present >= allowed) throw noRoom(plan, { present, allowed, remedy: "Pause or delete one" });
}

/**
 * For checks by hand, and for trials, which are not counted but have an end where runs have. What is under way at
 * the limit still ends, so a few may be over it.
 */
export async function assertNotUsedUp(ctx: QuotaContext, limit: RunLimit): Promise<void> {
  const plan = await planOf(ctx.db, ctx.orgId);
  await refuseUsedUp(ctx, plan, { limit, open: 0, wanted: 1 });
}

/** For runs that somebody asks for: those that have not ended count, so that many at once are not over the limit. */
export async function assertMayRun(ctx: QuotaContext, kind: RunKind, wanted: number): Promise<void> {
  const limit = RUN_LIMIT_OF[kind];
  const plan = await held(ctx.db, ctx.orgId);
  if (plan.limits[limit] === null) return;
  const open = (await countOpenRuns(ctx.db, ctx.orgId, kind))?.open ?? 0;
  await refuseUsedUp(ctx, plan, { limit, open, wanted });
}

/** For somebody who is about to be invited; an invitation keeps a seat for as long as it is open. */
export async function assertSeatToOffer({ db, orgId, clock }: QuotaContext): Promise<void> {
  const plan = await planOf(db, orgId);
  const allowed = plan.limits.members;
  if (allowed === null) return;
  const seats = await countSeats(db, orgId, new Date(clock.now()));
  const taken = (seats?.members ?? 0) + (seats?.invited ?? 0);
  if (taken >= allowed) throw noSeat(plan, allowed);
}

/** For somebody who is about to become a member; the plan may have changed since he was invited. */
export async function assertSeatToTake({
  db,
  orgId,
  nowMs,
}: {
  db: Db;
  orgId: OrgId;
  nowMs: number;
}): Promise<void> {
  const plan = await held(db, orgId);
  const allowed = plan.limits.members;
  if (allowed === null) return;
  const seats = await countSeats(db, orgId, new Date(nowMs));
  if ((seats?.members ?? 0) >= allowed) throw noSeat(plan, allowed);
}

const RUN_LIMIT_OF: Record<RunKind, RunLimit> = { api_monitor: "api_runs", journey: "browser_runs" };

async function held(db: Db, orgId: OrgId): Promise<PlanShort> {
  const row = await holdPlan(db, orgId);
  if (!row?.plan) throw new Error(`organization ${orgId} has no plan`);
  return row.plan;
}

async function planOf(db: Db, orgId: OrgId): Promise<PlanShort> {
  const row = await findPlanOf(db, orgId);
  if (!row) throw new Error(`organization ${orgId} has no plan`);
  return row.definition;
}

async function refuseUsedUp(
  { db, orgId, clock }: QuotaContext,
  plan: PlanShort,
  { limit, open, wanted }: { limit: RunLimit; open: number; wanted: number },
): Promise<void> {
  const allowed = plan.limits[limit];
  if (allowed === null) return;
  const month = await findMonth(db, orgId, monthOf(clock.now()));
  if ((month?.[limit] ?? 0) + open + wanted <= allowed) return;
  throw refusal(plan, limit, {
    says: `has ${allowed} ${RUN_LABELS[limit]} a month, and they are used up`,
    remedy: "Wait for the first of next month (UTC)",
  });
}

function refuseTooOften(plan: PlanShort, intervalMs: number | null): void {
  const floor = plan.limits.min_interval_seconds;
  if (!isTooOften(intervalMs, floor)) return;
  throw refusal(plan, "min_interval_seconds", {
    says: `allows an interval of ${floor} seconds and more`,
    remedy: "Choose a longer one",
  });
}

function noRoom(
  plan: PlanShort,
  { present, allowed, remedy }: { present: number; allowed: number; remedy: string },
): AppError {
  return refusal(plan, "monitors", {
    says: `allows ${allowed} monitors, API monitors and journeys together, and there are ${present}`,
    remedy,
  });
}

function noSeat(plan: PlanShort, allowed: number): AppError {
  return refusal(plan, "members", {
    says: `allows ${allowed} members, open invitations among them`,
    remedy: "Remove somebody or withdraw an invitation",
  });
}

function refusal(
  { name }: PlanShort,
  limit: LimitName,
  { says, remedy }: { says: string; remedy: string },
): AppError {
  const message = `The plan '${name}' ${says} (quota ${limit}). ${remedy}, or take a larger plan under Settings, Plan.`;
  return new AppError("FORBIDDEN", message, {
    details: [{ path: limit, message: says }],
    log: { quota: limit },
  });
}
