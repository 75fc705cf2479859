import { success } from "@vedette/contract/common/envelope.ts";
import {
  onCallSettingsSchema,
  onCallSettingsUpdate,
  REACHABLE_MEMBERS_MAX,
  reachabilitySchema,
} from "@vedette/contract/on-call/on-call-settings.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeOnCallSettings, getOnCallSettings, getReachability } from "./service.ts";

const tag = "On call";
const SETTINGS = "/api/v1/on-call/settings";

export function onCallSettingsRoutes(): Route[] {
  return [
    defineRoute({
      id: "getOnCallSettings",
      tag,
      method: "GET",
      url: SETTINGS,
      summary: "Get the on-call settings",
      access: { scope: "read", role: "viewer" },
      request: {},
      response: success(onCallSettingsSchema),
      status: 200,
      handler: async (ctx) => ok(await getOnCallSettings(ctx)),
    }),
    defineRoute({
      id: "updateOnCallSettings",
      tag,
      method: "PUT",
      url: SETTINGS,
      summary: "Update the on-call settings",
      description:
        "SMS and calls to members are sent with the account of a channel of the organization. Its own recipients do not matter.",
      access: { scope: "admin", role: "admin" },
      request: { body: onCallSettingsUpdate },
      response: success(onCallSettingsSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { body }) => ok(await changeOnCallSettings(ctx, body)),
    }),
    defineRoute({
      id: "getReachability",
      tag,
      method: "GET",
      url: "/api/v1/on-call/reachability",
      summary: "Get which members are hard to reach",
      description: `At most ${REACHABLE_MEMBERS_MAX} members, those with the fewest contact methods first. Shows no address.`,
      access: { scope: "admin", role: "admin" },
      request: {},
      response: success(reachabilitySchema),
      status: 200,
      handler: async (ctx) => ok(await getReachability(ctx)),
    }),
  ];
}
