import {
  alertRuleCreate,
  alertRuleListQuery,
  alertRulePreview,
  alertRuleSchema,
  alertRuleUpdate,
} from "@vedette/contract/alerts/alert-rules.ts";
import { previewSchema } from "@vedette/contract/alerts/alerts.ts";
import { noiseReportSchema, ruleNoiseQuery } from "@vedette/contract/alerts/rule-noise.ts";
import { ruleTuneRequest, ruleTuningSchema } from "@vedette/contract/alerts/rule-tuning.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { PREVIEW_TIMEOUT_MS, previewRule } from "./preview-rule.ts";
import { readNoise } from "./rule-noise.ts";
import { changeRule, createRule, getRule, listRulePage, removeRule } from "./service.ts";
import { tuneRule } from "./tune-rule.ts";

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
        "Covers one target, or all targets in the organization that its type applies to. If its condition already holds, " +
        "the alert opens with the next result of the target.",
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
      summary: "Preview an alert rule",
      description:
        "Replays the rule over the stored results of the last `days` and returns the alerts that it would have opened with " +
        "their durations. Stores nothing and sends no notifications. Ignores pauses, maintenance and changes made since then. " +
        "Rollups show which results matter, so that a month of a thousand targets takes seconds.",
      access: { scope: "read", role: "member", isRead: true },
      request: { body: alertRulePreview },
      response: success(previewSchema),
      status: 200,
      handlerTimeoutMs: PREVIEW_TIMEOUT_MS,
      handler: async (ctx, { body }) => ok(await previewRule(ctx, body)),
    }),
    defineRoute({
      id: "readAlertRuleNoise",
      tag,
      method: "GET",
      url: `${URL}/noise`,
      summary: "Read the noise of the alert rules in a month",
      description:
        "Counts the alerts of each rule that opened in the month: those that were acknowledged, resolved by themselves " +
        "in under 5 minutes before someone acted, repeated another one, or opened at night. The score is computed from them.",
      access: reading,
      request: { query: ruleNoiseQuery },
      response: success(noiseReportSchema),
      status: 200,
      handler: async (ctx, { query }) => ok(await readNoise(ctx, query)),
    }),
    defineRoute({
      id: "tuneAlertRule",
      tag,
      method: "POST",
      url: `${URL}/:id/tune`,
      summary: "Compare other settings of an alert rule",
      description:
        "Replays up to 60 combinations of the settings of a rule over the stored results of the last `days`. For the types " +
        "`consecutive_failures`, `error_rate` and `latency_threshold`, each has the alerts, the delay until an outage was " +
        "alerted, and the outages of at least 5 minutes that it would have missed; for `visual_diff_threshold`, `flapping`, " +
        "`missed`, `no_data`, `metric`, `burn_rate` and `change` only alerts are counted. The combination of the rule gives " +
        "the alerts of its preview. Changes nothing. Rules about expiry are rejected.",
      access: { scope: "read", role: "member", isRead: true },
      request: { params: idParams, body: ruleTuneRequest },
      response: success(ruleTuningSchema),
      status: 200,
      handlerTimeoutMs: PREVIEW_TIMEOUT_MS,
      handler: async (ctx, { params, body }) => ok(await tuneRule(ctx, { id: params.id, input: body })),
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
      summary: "Update an alert rule",
      description:
        "Changes the fields that are sent and keeps the rest; `params` is replaced as a whole. Its open alerts are resolved if " +
        "the rule is disabled or gets another target. They are evaluated with new `params` at the next result, and added " +
        "channels are notified of them.",
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
      description: "Resolves its open alerts. All its alerts stay in the list.",
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
