import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  escalationPolicyCreate,
  escalationPolicyListQuery,
  escalationPolicySchema,
  escalationPolicyUpdate,
} from "@vedette/contract/on-call/escalation-policies.ts";
import { escalationListSchema } from "@vedette/contract/on-call/escalations.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changePolicy, createPolicy, getPolicy, listPolicyPage, removePolicy } from "./service.ts";
import { listAlertEscalations } from "./service-escalations.ts";

const tag = "Escalation policies";
const URL = "/api/v1/escalation-policies";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function escalationPolicyRoutes(): Route[] {
  return [
    defineRoute({
      id: "listEscalationPolicies",
      tag,
      method: "GET",
      url: URL,
      summary: "List escalation policies",
      access: reading,
      request: { query: escalationPolicyListQuery },
      response: page(escalationPolicySchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listPolicyPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createEscalationPolicy",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an escalation policy",
      description:
        "Steps are taken in order until someone acknowledges the alert. A step that reaches no one is followed by the next " +
        "one at once. Rules use the policy by `escalation_policy_id`.",
      access: writing,
      request: { body: escalationPolicyCreate },
      response: success(escalationPolicySchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createPolicy(ctx, body)),
    }),
    defineRoute({
      id: "getEscalationPolicy",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an escalation policy",
      access: reading,
      request: { params: idParams },
      response: success(escalationPolicySchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getPolicy(ctx, params.id)),
    }),
    defineRoute({
      id: "updateEscalationPolicy",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update an escalation policy",
      description:
        "Updates the given fields and keeps the rest; `steps` is replaced as a whole. Running escalations keep the policy as " +
        "it was when they started.",
      access: writing,
      request: { params: idParams, body: escalationPolicyUpdate },
      response: success(escalationPolicySchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changePolicy(ctx, { id: params.id, input: body })),
    }),
    defineRoute({
      id: "deleteEscalationPolicy",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an escalation policy",
      description:
        "Refused while a rule or another policy uses it. Running escalations go on with the policy as it was.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removePolicy(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "listAlertEscalations",
      tag,
      method: "GET",
      url: "/api/v1/alerts/:id/escalations",
      summary: "List the escalations of an alert",
      description:
        "The newest 20, with the steps that were taken or skipped, the people and channels of each step, and what became of " +
        "their notifications.",
      access: reading,
      request: { params: idParams },
      response: success(escalationListSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await listAlertEscalations(ctx, params.id)),
    }),
  ];
}
