import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import { BULK_TARGETS_MAX, bulkResultSchema, bulkTargets } from "@vedette/contract/targets/bulk.ts";
import { coverageSchema } from "@vedette/contract/targets/coverage.ts";
import { targetListQuery, targetSchema } from "@vedette/contract/targets/targets.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import type { TargetOperations } from "../../../pipeline/targets/operations.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeInBulk } from "./bulk.ts";
import { getCoverage } from "./coverage.ts";
import { listTargetPage } from "./list-targets.ts";

/** Each target is changed within some milliseconds. */
const BULK_TIMEOUT_MS = 60_000;

type TargetRouteDeps = { availability(orgId: OrgId): OrgRunnerAvailability; operations: TargetOperations };

export function targetRoutes({ availability, operations }: TargetRouteDeps): Route[] {
  return [
    defineRoute({
      id: "listTargets",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets",
      summary: "List all targets",
      description:
        "Returns a summary of monitors, API monitors and journeys, on one page for " +
        "most organizations. The lists of each kind return all fields.",
      access: { scope: "agent", role: "viewer" },
      request: { query: targetListQuery },
      response: page(targetSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listTargetPage(ctx, query)) }),
    }),
    defineRoute({
      id: "changeTargetsInBulk",
      tag: "Targets",
      method: "POST",
      url: "/api/v1/targets/bulk",
      summary: "Change many targets",
      description:
        `Pauses, resumes, updates or deletes all targets that a selector selects, at most ${BULK_TARGETS_MAX}. ` +
        "Targets that cannot be changed are listed with the reason, and the others are changed. " +
        "`dry_run` returns the number of selected targets.",
      access: { scope: "admin", role: "member" },
      request: { body: bulkTargets },
      response: success(bulkResultSchema),
      status: 200,
      handlerTimeoutMs: BULK_TIMEOUT_MS,
      handler: async (ctx, { body }) =>
        ok(await changeInBulk(ctx, body, { operations, availability: availability(ctx.orgId) })),
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
