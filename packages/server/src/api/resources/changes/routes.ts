import { alertChangeSchema, changeListQuery, targetChangeSchema } from "@vedette/contract/changes/changes.ts";
import { page } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { listAlertChanges, listChangePage } from "./service.ts";

const access = { scope: "agent", role: "viewer" } as const;

export function changeRoutes(): Route[] {
  return [
    defineRoute({
      id: "listTargetChanges",
      tag: "Targets",
      method: "GET",
      url: "/api/v1/targets/:id/changes",
      summary: "List what changed at a target",
      description:
        "Returns what checks of the target saw change, deploy markers, edits of the target, of its variables and of its " +
        "rules, and updates of Vedette, newest first.",
      access,
      request: { params: idParams, query: changeListQuery },
      response: page(targetChangeSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listChangePage(ctx, params.id, query)),
      }),
    }),
    defineRoute({
      id: "listAlertChanges",
      tag: "Alerts",
      method: "GET",
      url: "/api/v1/alerts/:id/changes",
      summary: "List what changed before an alert",
      description:
        "Returns the changes of its target in the 30 minutes before it opened, at most 100, the most likely cause first.",
      access,
      request: { params: idParams },
      response: page(alertChangeSchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        data: await listAlertChanges(ctx, params.id),
        meta: { next_cursor: null, has_more: false },
      }),
    }),
  ];
}
