import { page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { DRILL_WAIT_SECONDS_MAX, drillParams, drillSchema } from "@vedette/contract/on-call/drills.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { acknowledgeDrill, getDrill, listDrills, startPolicyDrill } from "./service.ts";

const tag = "On call";
const POLICY = "/api/v1/escalation-policies/:id";
const reading = { scope: "read", role: "viewer" } as const;

export function drillRoutes(): Route[] {
  return [
    defineRoute({
      id: "startDrill",
      tag,
      method: "POST",
      url: `${POLICY}/drill`,
      summary: "Start a fire drill",
      description:
        "Sends a message marked as a drill through all steps of the policy and its fallbacks, without waiting longer than " +
        `${DRILL_WAIT_SECONDS_MAX} s before a step. Opens no alert. One drill of a policy runs at a time.`,
      access: { scope: "admin", role: "member" },
      request: { params: idParams },
      response: success(drillSchema),
      status: 201,
      transaction: true,
      handler: async (ctx, { params }) => ok(await startPolicyDrill(ctx, params.id)),
    }),
    defineRoute({
      id: "listDrills",
      tag,
      method: "GET",
      url: `${POLICY}/drills`,
      summary: "List the fire drills of a policy",
      description: "The newest 20.",
      access: reading,
      request: { params: idParams },
      response: page(drillSchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listDrills(ctx, params.id)),
      }),
    }),
    defineRoute({
      id: "getDrill",
      tag,
      method: "GET",
      url: `${POLICY}/drills/:drill_id`,
      summary: "Get a fire drill",
      description: "Its steps, who was notified, what became of each message, and who acknowledged.",
      access: reading,
      request: { params: drillParams },
      response: success(drillSchema),
      status: 200,
      handler: async (ctx, { params }) =>
        ok(await getDrill(ctx, { policyId: params.id, id: params.drill_id })),
    }),
    defineRoute({
      id: "acknowledgeDrill",
      tag,
      method: "POST",
      url: `${POLICY}/drills/:drill_id/acknowledge`,
      summary: "Acknowledge a fire drill",
      description: "Shows that it reached you. The drill goes on, so that every step is tested.",
      access: { scope: null, role: "viewer" },
      request: { params: drillParams },
      response: success(drillSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) =>
        ok(await acknowledgeDrill(ctx, { policyId: params.id, id: params.drill_id })),
    }),
  ];
}
