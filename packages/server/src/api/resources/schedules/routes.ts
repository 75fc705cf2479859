import { page, success } from "@vedette/contract/common/envelope.ts";
import { scheduleCreate, scheduleListQuery, scheduleSchema } from "@vedette/contract/on-call/schedules.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { calendarRoutes } from "./routes-calendar.ts";
import { scheduleImportRoutes } from "./routes-import.ts";
import { scheduleItemRoutes } from "./routes-item.ts";
import { overrideRoutes } from "./routes-overrides.ts";
import { createSchedule, listSchedulePage } from "./service.ts";

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
    ...scheduleItemRoutes(),
    ...scheduleImportRoutes(),
    ...overrideRoutes(),
    ...calendarRoutes(),
  ];
}
