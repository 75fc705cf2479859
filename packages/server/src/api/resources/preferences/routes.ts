import { success } from "@vedette/contract/common/envelope.ts";
import { preferencesSchema, preferencesUpdate } from "@vedette/contract/people/preferences.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getPreferences, updatePreferences } from "./service.ts";

const tag = "Members";
const url = "/api/v1/user/preferences";
const access = { scope: null, role: "viewer" } as const;

/** For the dashboard only: an API key has no preferences. */
export function preferencesRoutes(): Route[] {
  return [
    defineRoute({
      id: "getPreferences",
      tag,
      method: "GET",
      url,
      summary: "Get your preferences in the organization",
      access,
      request: {},
      response: success(preferencesSchema),
      status: 200,
      handler: async (ctx) => ok(await getPreferences(ctx)),
    }),
    defineRoute({
      id: "updatePreferences",
      tag,
      method: "PUT",
      url,
      summary: "Update your preferences in the organization",
      description: "Changes the fields that are sent and keeps the rest.",
      access,
      request: { body: preferencesUpdate },
      response: success(preferencesSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { body }) => ok(await updatePreferences(ctx, body)),
    }),
  ];
}
