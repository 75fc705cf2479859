import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { calendarUrlSchema } from "@vedette/contract/on-call/on-call.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { createScheduleCalendar, removeScheduleCalendar } from "./service-calendars.ts";

const tag = "Schedules";
const url = "/api/v1/schedules/:id/calendar";
const access = { scope: "admin", role: "member" } as const;

export function calendarRoutes(): Route[] {
  return [
    defineRoute({
      id: "createScheduleCalendar",
      tag,
      method: "POST",
      url,
      summary: "Create or replace the URL of the calendar of a schedule",
      description:
        "The calendar has the shifts of the next 180 and the last 30 days. Only this response contains the URL; a previous " +
        "one returns 404 from now on.",
      access,
      request: { params: idParams },
      response: success(calendarUrlSchema),
      status: 201,
      transaction: true,
      isSecret: true,
      handler: async (ctx, { params }) => ok(await createScheduleCalendar(ctx, params.id)),
    }),
    defineRoute({
      id: "deleteScheduleCalendar",
      tag,
      method: "DELETE",
      url,
      summary: "Delete the URL of the calendar of a schedule",
      access,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeScheduleCalendar(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
