import { success } from "@vedette/contract/common/envelope.ts";
import { scheduleImportBody, scheduleImportSchema } from "@vedette/contract/on-call/schedule-import.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { importSchedules } from "./import/import-schedules.ts";

const tag = "Schedules";

export function scheduleImportRoutes(): Route[] {
  return [
    defineRoute({
      id: "importSchedules",
      tag,
      method: "POST",
      url: "/api/v1/schedules/import",
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
  ];
}
