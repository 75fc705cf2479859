import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { scheduleImportBody, scheduleImportSchema } from "@vedette/contract/on-call/schedule-import.ts";
import {
  scheduleCreate,
  scheduleListQuery,
  scheduleSchema,
  scheduleUpdate,
  shiftQuery,
  shiftsSchema,
} from "@vedette/contract/on-call/schedules.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { importSchedules } from "./import/import-schedules.ts";
import { calendarRoutes } from "./routes-calendar.ts";
import { overrideRoutes } from "./routes-overrides.ts";
import { changeSchedule, createSchedule, getSchedule, listSchedulePage, removeSchedule } from "./service.ts";
import { listShifts } from "./shifts.ts";

const tag = "Schedules";
const URL = "/api/v1/schedules";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function scheduleRoutes(): Route[] {
  return [
    defineRoute({
      id: "listSchedules",
      tag,
      method: "GET",
      url: URL,
      summary: "List schedules",
      access: reading,
      request: { query: scheduleListQuery },
      response: page(scheduleSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listSchedulePage(ctx, query)),
      }),
    }),
    defineRoute({
      id: "createSchedule",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a schedule",
      description:
        "People take turns in layers. Handoffs keep their local time when the clocks change. A later layer wins over an " +
        "earlier one while it has someone; overrides win over all layers.",
      access: writing,
      request: { body: scheduleCreate },
      response: success(scheduleSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createSchedule(ctx, body)),
    }),
    defineRoute({
      id: "importSchedules",
      tag,
      method: "POST",
      url: `${URL}/import`,
      summary: "Import schedules of another tool",
      description:
        "Takes responses of the API of Opsgenie or PagerDuty as they are. `plan` returns what `apply` creates, what it " +
        "cannot, and which people are not members.",
      access: { scope: "admin", role: "admin" },
      request: { body: scheduleImportBody },
      response: success(scheduleImportSchema),
      status: 200,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await importSchedules(ctx, body)),
    }),
    defineRoute({
      id: "getSchedule",
      tag,
      method: "GET",
      url: `${URL}/:id`,
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
      url: `${URL}/:id`,
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
      id: "deleteSchedule",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
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
    defineRoute({
      id: "listShifts",
      tag,
      method: "GET",
      url: `${URL}/:id/shifts`,
      summary: "List the shifts and gaps of a schedule",
      access: reading,
      request: { params: idParams, query: shiftQuery },
      response: success(shiftsSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ok(await listShifts(ctx, { id: params.id, query })),
    }),
    ...overrideRoutes(),
    ...calendarRoutes(),
  ];
}
