import {
  alertRuleCreate,
  alertRuleListQuery,
  alertRulePreview,
  alertRuleSchema,
  alertRuleUpdate,
} from "@vedette/contract/alerts/alert-rules.ts";
import { previewSchema } from "@vedette/contract/alerts/alerts.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { previewRule } from "./preview-rule.ts";
import { changeRule, createRule, getRule, listRulePage, removeRule } from "./service.ts";

const tag = "Alert rules";
const URL = "/api/v1/alerts/rules";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function alertRuleRoutes(): Route[] {
  return [
    defineRoute({
      id: "listAlertRules",
      tag,
      method: "GET",
      url: URL,
      summary: "List alert rules",
      access: reading,
      request: { query: alertRuleListQuery },
      response: page(alertRuleSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listRulePage(ctx, query)) }),
    }),
    defineRoute({
      id: "createAlertRule",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an alert rule",
      description:
        "On one target, or on everything in the organization that its type applies to. Where its condition holds already, " +
        "the alert opens with the target's next result.",
      access: writing,
      request: { body: alertRuleCreate },
      response: success(alertRuleSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createRule(ctx, body)),
    }),
    defineRoute({
      id: "previewAlertRule",
      tag,
      method: "POST",
      url: `${URL}/preview`,
      summary: "See what an alert rule would have done",
      description:
        "Replays it over the stored results of the last `days` and says which alerts it would have opened, and for how " +
        "long. Nothing is kept and nobody is told. Pauses, maintenance and what was changed since are left out of account.",
      access: writing,
      request: { body: alertRulePreview },
      response: success(previewSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await previewRule(ctx, body)),
    }),
    defineRoute({
      id: "getAlertRule",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an alert rule",
      access: reading,
      request: { params: idParams },
      response: success(alertRuleSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getRule(ctx, params.id)),
    }),
    defineRoute({
      id: "updateAlertRule",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Change an alert rule",
      description:
        "Changes the fields that are sent and keeps the rest; `params` are replaced as a whole. Its open alerts end when " +
        "it is switched off or turns to another target, are judged by new `params` at the next result, and are told to " +
        "channels that are added.",
      access: writing,
      request: { params: idParams, body: alertRuleUpdate },
      response: success(alertRuleSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeRule(ctx, { id: params.id, input: body })),
    }),
    defineRoute({
      id: "deleteAlertRule",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an alert rule",
      description: "Its open alerts end; all its alerts stay.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeRule(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}
