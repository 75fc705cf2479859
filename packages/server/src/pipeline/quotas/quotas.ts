import type { LimitName, RunLimit } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { isTooOften } from "./fit-plan.ts";
import { monthOf } from "./period.ts";
import {
  countOpenRuns,
  countSeats,
  countStatusPages,
  countTargets,
  findMonth,
  findPlanForShare,
  findPlanOf,
  type PlanSummary,
} from "./queries.ts";
import { RUN_LABELS } from "./run-labels.ts";

/**
 * Enforces the limits of plans. Services that create or run something call these functions in their
 * transaction before they take other locks, because a plan change takes the same locks first.
 */

type QuotaContext = { db: Db; orgId: OrgId; clock: Clock };

type TargetFields = { interval_ms: number | null; enabled: boolean };

/** Checks the limits for a new monitor, API monitor or journey. */
export async function assertRoomFor({ db, orgId }: QuotaContext, input: TargetFields): Promise<void> {
  const plan = await getPlanForShare(db, orgId);
  assertInterval(plan, input.interval_ms);
  const allowed = plan.limits.monitors;
  if (allowed === null) return;
  const counts = await countTargets(db, orgId);
  const present = (counts?.monitors ?? 0) + (counts?.journeys ?? 0);
  if (present >= allowed) throw tooManyTargets(plan, { present, allowed, remedy: "Delete a target" });
}

/**
 * Returns the plan that limits an update, or null if the update neither resumes the target nor changes its
 * interval.
 */
export function planForChange(
  { db, orgId }: QuotaContext,
  input: {
    enabled?: boolean | undefined;
    interval?: unknown;
    interval_seconds?: unknown;
    confirm_interval?: unknown;
  },
): Promise<PlanSummary | null> {
  const intervals = [input.interval, input.interval_seconds, input.confirm_interval];
  const isExempt = input.enabled !== true && intervals.every((interval) => interval === undefined);
  return isExempt ? Promise.resolve(null) : getPlanForShare(db, orgId);
}

/** Checks the limits for an update. `plan` is the result of `planForChange`. */
export async function assertMayChange(
  { db, orgId }: QuotaContext,
  plan: PlanSummary | null,
  { before, after }: { before: TargetFields; after: TargetFields },
): Promise<void> {
  if (plan === null || !after.enabled) return;
  const isResumed = !before.enabled;
  if (isResumed || after.interval_ms !== before.interval_ms) assertInterval(plan, after.interval_ms);
  const allowed = plan.limits.monitors;
  if (!isResumed || allowed === null) return;
  const present = (await countTargets(db, orgId))?.watched ?? 0;
  if (present >= allowed)
    throw tooManyTargets(plan, { present, allowed, remedy: "Pause or delete a target" });
}

/**
 * Checks the limit for manual checks and test runs. Test runs are not counted, but are rejected once the
 * limit is reached. Runs in progress may exceed the limit slightly.
 */
export async function assertNotUsedUp(ctx: QuotaContext, limit: RunLimit): Promise<void> {
  const plan = await getPlan(ctx.db, ctx.orgId);
  await assertRunsAvailable(ctx, plan, { limit, open: 0, requested: 1 });
}

/**
 * Checks the limit for triggered runs. Unfinished runs count, so that concurrent triggers do not exceed the
 * limit.
 */
export async function assertMayRun(ctx: QuotaContext, kind: RunKind, requested: number): Promise<void> {
  const limit = RUN_LIMIT_BY_KIND[kind];
  const plan = await getPlanForShare(ctx.db, ctx.orgId);
  if (plan.limits[limit] === null) return;
  const open = (await countOpenRuns(ctx.db, ctx.orgId, kind))?.open ?? 0;
  await assertRunsAvailable(ctx, plan, { limit, open, requested });
}

/** Checks the limit for a new invitation. An open invitation takes a seat. */
export async function assertSeatForInvitation({ db, orgId, clock }: QuotaContext): Promise<void> {
  const plan = await getPlan(db, orgId);
  const allowed = plan.limits.members;
  if (allowed === null) return;
  const seats = await countSeats(db, orgId, new Date(clock.now()));
  const taken = (seats?.members ?? 0) + (seats?.invited ?? 0);
  if (taken >= allowed) throw noSeat(plan, allowed);
}

/** Checks the limit for a new member. The plan may have changed since the invitation. */
export async function assertSeatForMember({
  db,
  orgId,
  nowMs,
}: {
  db: Db;
  orgId: OrgId;
  nowMs: number;
}): Promise<void> {
  const plan = await getPlanForShare(db, orgId);
  const allowed = plan.limits.members;
  if (allowed === null) return;
  const seats = await countSeats(db, orgId, new Date(nowMs));
  if ((seats?.members ?? 0) >= allowed) throw noSeat(plan, allowed);
}

/** Checks the limit for a new status page. An organization over the limit keeps the pages that it has. */
export async function assertRoomForStatusPage({
  db,
  orgId,
}: Pick<QuotaContext, "db" | "orgId">): Promise<void> {
  const plan = await getPlanForShare(db, orgId);
  const allowed = plan.limits.status_pages;
  if (allowed === null) return;
  const present = await countStatusPages(db, orgId);
  if (present < allowed) return;
  throw quotaError(plan, "status_pages", {
    reason: `allows ${allowed} status pages, and there are ${present}`,
    remedy: "Delete a status page",
  });
}

/**
 * Checks the limit for a new subscriber of a status page that has `present` active ones. Those that have not confirmed do
 * not count, because anyone can create them; the limit can be exceeded by those that confirm later.
 */
export async function assertRoomForSubscriber(
  { db, orgId }: Pick<QuotaContext, "db" | "orgId">,
  present: number,
): Promise<void> {
  const plan = await getPlanForShare(db, orgId);
  // A plan that was stored before there was the limit does not have it.
  const allowed = plan.limits.page_subscribers ?? null;
  if (allowed === null || present < allowed) return;
  throw quotaError(plan, "page_subscribers", {
    reason: `allows ${allowed} subscribers of a status page, and there are ${present}`,
    remedy: "Delete a subscriber",
  });
}

const RUN_LIMIT_BY_KIND: Record<RunKind, RunLimit> = { api_monitor: "api_runs", journey: "browser_runs" };

async function getPlanForShare(db: Db, orgId: OrgId): Promise<PlanSummary> {
  const row = await findPlanForShare(db, orgId);
  if (!row?.plan) throw new Error(`organization ${orgId} has no plan`);
  return row.plan;
}

async function getPlan(db: Db, orgId: OrgId): Promise<PlanSummary> {
  const row = await findPlanOf(db, orgId);
  if (!row) throw new Error(`organization ${orgId} has no plan`);
  return row.definition;
}

async function assertRunsAvailable(
  { db, orgId, clock }: QuotaContext,
  plan: PlanSummary,
  { limit, open, requested }: { limit: RunLimit; open: number; requested: number },
): Promise<void> {
  const allowed = plan.limits[limit];
  if (allowed === null) return;
  const month = await findMonth(db, orgId, monthOf(clock.now()));
  if ((month?.[limit] ?? 0) + open + requested <= allowed) return;
  throw quotaError(plan, limit, {
    reason: `includes ${allowed} ${RUN_LABELS[limit]} a month, and all of them are used`,
    remedy: "Wait until the first day of next month (UTC)",
  });
}

function assertInterval(plan: PlanSummary, intervalMs: number | null): void {
  const minSeconds = plan.limits.min_interval_seconds;
  if (!isTooOften(intervalMs, minSeconds)) return;
  throw quotaError(plan, "min_interval_seconds", {
    reason: `allows intervals of at least ${minSeconds} seconds`,
    remedy: "Choose a longer interval",
  });
}

function tooManyTargets(
  plan: PlanSummary,
  { present, allowed, remedy }: { present: number; allowed: number; remedy: string },
): AppError {
  return quotaError(plan, "monitors", {
    reason: `allows ${allowed} monitors, API monitors, journeys and heartbeats in total, and there are ${present}`,
    remedy,
  });
}

function noSeat(plan: PlanSummary, allowed: number): AppError {
  return quotaError(plan, "members", {
    reason: `allows ${allowed} members, including open invitations`,
    remedy: "Remove a member or withdraw an invitation",
  });
}

function quotaError(
  { name }: PlanSummary,
  limit: LimitName,
  { reason, remedy }: { reason: string; remedy: string },
): AppError {
  const message = `The plan '${name}' ${reason} (quota ${limit}). ${remedy}, or switch to a larger plan under Settings, Plan.`;
  return new AppError("FORBIDDEN", message, {
    details: [{ path: limit, message: reason }],
    log: { quota: limit },
  });
}
