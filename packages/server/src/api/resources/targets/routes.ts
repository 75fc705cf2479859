import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import { BULK_TARGETS_MAX, bulkResultSchema, bulkTargets } from "@vedette/contract/targets/bulk.ts";
import { coverageSchema } from "@vedette/contract/targets/coverage.ts";
import { snoozedTargetSchema, snoozeRequest } from "@vedette/contract/targets/snooze-requests.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { targetSummaryQuery, targetSummarySchema } from "@vedette/contract/targets/target-summary.ts";
import { targetListQuery, targetSchema } from "@vedette/contract/targets/targets.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import type { TargetOperations } from "../../../pipeline/targets/operations.ts";
import { snoozeTarget, unsnoozeTarget } from "../../../pipeline/targets/snooze.ts";
import { defineRoute, type RequestContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeInBulk } from "./bulk.ts";
import { getCoverage } from "./coverage.ts";
import { listTargetPage } from "./list-targets.ts";
import { getTargetSummary } from "./summary.ts";

/** Each target is changed within some milliseconds. */
const BULK_TIMEOUT_MS = 60_000;

const writing = { scope: "admin", role: "member" } as const;

/** Starts a check or run now. Resolves when it is done, or when it has started. */
export type CheckStarters = Record<TargetKind, (ctx: RequestContext, id: string) => Promise<unknown>>;

type TargetRouteDeps = {
  availability(orgId: OrgId): OrgRunnerAvailability;
  operations: TargetOperations;
  starters: CheckStarters;
};

export function targetRoutes({ availability, operations, starters }: TargetRouteDeps): Route[] {
  return [
    defineRoute({
      id: "listTargets",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets",
      summary: "List all targets",
      description:
        "Returns a summary of monitors, API monitors, journeys and heartbeats, on one page for " +
        "most organizations. The lists of each kind return all fields.",
      access: { scope: "agent", role: "viewer" },
      request: { query: targetListQuery },
      response: page(targetSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listTargetPage(ctx, query)) }),
    }),
    defineRoute({
      id: "getTargetSummary",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets/summary",
      summary: "Summarize all targets",
      description:
        "Returns how many targets have each status, the first targets that are down, degraded or unknown or have an open " +
        "alert, and the first that are snoozed. Takes the filters of the list of all targets.",
      access: { scope: "agent", role: "viewer" },
      request: { query: targetSummaryQuery },
      response: success(targetSummarySchema),
      status: 200,
      handler: async (ctx, { query }) => ok(await getTargetSummary(ctx, query)),
    }),
    defineRoute({
      id: "changeTargetsInBulk",
      tag: "Targets",
      method: "POST",
      url: "/api/v1/targets/bulk",
      summary: "Change many targets",
      description:
        `Pauses, resumes, checks, updates, deletes or snoozes all targets that a selector selects, at most ${BULK_TARGETS_MAX}. ` +
        "Targets that cannot be changed are listed with the reason, and the others are changed. " +
        "`check` starts a check or run of each, and does not wait for those that take long. " +
        "`dry_run` returns the number of selected targets.",
      access: writing,
      request: { body: bulkTargets },
      response: success(bulkResultSchema),
      status: 200,
      handlerTimeoutMs: BULK_TIMEOUT_MS,
      handler: async (ctx, { body }) =>
        ok(
          await changeInBulk(ctx, body, {
            operations,
            availability: availability(ctx.orgId),
            check: ({ kind, id }) => starters[kind](ctx, id),
          }),
        ),
    }),
    defineRoute({
      id: "snoozeTarget",
      tag: "Targets",
      method: "POST",
      url: "/api/v1/targets/:id/snooze",
      summary: "Snooze a target",
      description:
        "Suppresses notifications of its alerts until a time or until it recovers; checks and uptime go on. If an alert is " +
        "open when the snooze ends, its channels are notified. Replaces the current snooze.",
      access: writing,
      request: { params: idParams, body: snoozeRequest },
      response: success(snoozedTargetSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body: { org_id: _org, ...span } }) =>
        ok(await snoozeTarget(ctx, { id: params.id, span })),
    }),
    defineRoute({
      id: "unsnoozeTarget",
      tag: "Targets",
      method: "DELETE",
      url: "/api/v1/targets/:id/snooze",
      summary: "End the snooze of a target",
      description: "Notifies of its open alerts. Has no effect on a target that is not snoozed.",
      access: writing,
      request: { params: idParams },
      response: success(snoozedTargetSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) => ok(await unsnoozeTarget(ctx, params.id)),
    }),
    defineRoute({
      id: "getTargetCoverage",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets/:id/coverage",
      summary: "Get who is notified if a target fails",
      description:
        "Returns the alert rules with their channels, and the maintenance windows, that cover the target.",
      access: { scope: "read", role: "viewer" },
      request: { params: idParams },
      response: success(coverageSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getCoverage(ctx, params.id)),
    }),
  ];
}
