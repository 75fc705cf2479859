import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  scheduleSchema,
  scheduleUpdate,
  shiftQuery,
  shiftsSchema,
} from "@vedette/contract/on-call/schedules.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeSchedule, getSchedule, removeSchedule } from "./service.ts";
import { listShifts } from "./shifts.ts";

const tag = "Schedules";
const url = "/api/v1/schedules/:id";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** The routes of one schedule. */
export function scheduleItemRoutes(): Route[] {
  return [
    defineRoute({
      id: "getSchedule",
      tag,
      method: "GET",
      url,
      summary: "Get a schedule",
      access: reading,
      request: { params: idParams },
      response: success(scheduleSchema),
      status: 200,
      measured: ["people", "warnings"],
      handler: async (ctx, { params }) => ok(await getSchedule(ctx, params.id)),
    }),
    defineRoute({
      id: "updateSchedule",
      tag,
      method: "PUT",
      url,
      summary: "Update a schedule",
      description:
        "Updates the given fields and keeps the rest. `layers` replaces all layers; send the `id` of those that stay.",
      access: writing,
      request: { params: idParams, body: scheduleUpdate },
      response: success(scheduleSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeSchedule(ctx, { id: params.id, input: body })),
    }),
    defineRoute({
      id: "listShifts",
      tag,
      method: "GET",
      url: `${url}/shifts`,
      summary: "List the shifts and gaps of a schedule",
      access: reading,
      request: { params: idParams, query: shiftQuery },
      response: success(shiftsSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ok(await listShifts(ctx, { id: params.id, query })),
    }),
    defineRoute({
      id: "deleteSchedule",
      tag,
      method: "DELETE",
      url,
      summary: "Delete a schedule",
      description: "Rejected while an escalation policy names the schedule.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeSchedule(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
