import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import {
  calendarStateSchema,
  calendarUrlSchema,
  onCallQuery,
  onCallSchema,
} from "@vedette/contract/on-call/on-call.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { createOwnCalendar, getOwnCalendar, removeOwnCalendar } from "../schedules/service-calendars.ts";
import { listOnCall } from "./service.ts";

const tag = "On call";
const CALENDAR = "/api/v1/on-call/calendar";
/** A key has no calendar. */
const personal = { scope: null, role: "viewer" } as const;

export function onCallRoutes(): Route[] {
  return [
    defineRoute({
      id: "listOnCall",
      tag,
      method: "GET",
      url: "/api/v1/on-call",
      summary: "List who is on call",
      description:
        "Returns every schedule by name: who is on call at `at`, until when, who is next, and gaps.",
      access: { scope: "read", role: "viewer" },
      request: { query: onCallQuery },
      response: page(onCallSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...onePage(await listOnCall(ctx, query)),
      }),
    }),
    defineRoute({
      id: "getOwnCalendar",
      tag,
      method: "GET",
      url: CALENDAR,
      summary: "Get whether your calendar has a URL",
      access: personal,
      request: {},
      response: success(calendarStateSchema),
      status: 200,
      handler: async (ctx) => ok(await getOwnCalendar(ctx)),
    }),
    defineRoute({
      id: "createOwnCalendar",
      tag,
      method: "POST",
      url: CALENDAR,
      summary: "Create or replace the URL of your calendar",
      description:
        "The calendar has your shifts of all schedules of the organization. Only this response contains the URL; a " +
        "previous one returns 404 from now on.",
      access: personal,
      request: {},
      response: success(calendarUrlSchema),
      status: 201,
      transaction: true,
      isSecret: true,
      handler: async (ctx) => ok(await createOwnCalendar(ctx)),
    }),
    defineRoute({
      id: "deleteOwnCalendar",
      tag,
      method: "DELETE",
      url: CALENDAR,
      summary: "Delete the URL of your calendar",
      access: personal,
      request: {},
      response: deleted,
      status: 200,
      transaction: true,
      handler: async (ctx) => ok({ id: await removeOwnCalendar(ctx), deleted: true as const }),
    }),
  ];
}
