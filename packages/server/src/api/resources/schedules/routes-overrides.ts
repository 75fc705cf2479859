import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  overrideCreate,
  overrideListQuery,
  overrideParams,
  overrideSchema,
} from "@vedette/contract/on-call/schedule-overrides.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { createOverride, listOverridesOf, removeOverride } from "./overrides.ts";

const tag = "Schedules";
const URL = "/api/v1/schedules/:id/overrides";
const writing = { scope: "admin", role: "member" } as const;

export function overrideRoutes(): Route[] {
  return [
    defineRoute({
      id: "listOverrides",
      tag,
      method: "GET",
      url: URL,
      summary: "List the overrides of a schedule",
      description: "Returns those that have not ended, by their start.",
      access: { scope: "read", role: "viewer" },
      request: { params: idParams, query: overrideListQuery },
      response: page(overrideSchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listOverridesOf(ctx, params.id)),
      }),
    }),
    defineRoute({
      id: "createOverride",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an override",
      description: "Another person is on call for a time. Of overlapping overrides, the latest created wins.",
      access: writing,
      request: { params: idParams, body: overrideCreate },
      response: success(overrideSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) =>
        ok(await createOverride(ctx, { scheduleId: params.id, input: body })),
    }),
    defineRoute({
      id: "deleteOverride",
      tag,
      method: "DELETE",
      url: `${URL}/:override_id`,
      summary: "Delete an override",
      access: writing,
      request: { params: overrideParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeOverride(ctx, { scheduleId: params.id, id: params.override_id });
        return ok({ id: params.override_id, deleted: true as const });
      },
    }),
  ];
}
