import { success } from "@vedette/contract/common/envelope.ts";
import {
  deviceApprove,
  deviceCodeCreate,
  deviceCodeSchema,
  deviceRead,
  deviceRequestSchema,
  deviceTokenRequest,
  deviceTokenSchema,
} from "@vedette/contract/people/device.ts";
import { defineRoute, type PersonalContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import {
  approveDeviceRequest,
  createDeviceCode,
  type DeviceDeps,
  denyDeviceRequest,
  fetchDeviceToken,
  readDevice,
} from "./service.ts";

const tag = "Device login";

export function deviceRoutes(deps: DeviceDeps & { serverUrl: string }): Route[] {
  return [...programRoutes(deps), ...userRoutes(deps)];
}

/** What the program without a browser calls. */
function programRoutes(deps: DeviceDeps & { serverUrl: string }): Route[] {
  return [
    defineRoute({
      id: "createDeviceCode",
      tag,
      method: "POST",
      url: "/api/v1/device/code",
      summary: "Start the login of a program",
      description:
        "As in RFC 8628: show the user the code and the address, then request the token every `interval` seconds until a user " +
        "approves the code in the dashboard. The codes are valid for 10 minutes and once.",
      access: "public",
      request: { body: deviceCodeCreate },
      response: success(deviceCodeSchema),
      status: 201,
      handler: async ({ visitor }, { body }) =>
        ok(
          await createDeviceCode(deps, {
            clientName: body.client_name,
            ip: visitor.address,
            serverUrl: deps.serverUrl,
          }),
        ),
    }),
    defineRoute({
      id: "fetchDeviceToken",
      tag,
      method: "POST",
      url: "/api/v1/device/token",
      summary: "Fetch the API key of an approved login",
      description:
        "`status` is `pending` until a user decides. 403: the user denied it. 400: the code is unknown, expired or used. " +
        "The key is valid for 90 days, and only the first response after the approval contains it.",
      access: "public",
      request: { body: deviceTokenRequest },
      response: success(deviceTokenSchema),
      status: 200,
      handler: async ({ requestId, visitor }, { body }) =>
        ok(await fetchDeviceToken(deps, { deviceCode: body.device_code, requestId, ip: visitor.address })),
    }),
  ];
}

/** What the dashboard calls for a signed-in user. */
function userRoutes({ database }: DeviceDeps): Route[] {
  return [
    defineRoute({
      id: "readDeviceCode",
      tag,
      method: "POST",
      url: "/api/v1/device/read",
      summary: "Read the login of a program by its user code",
      description: "Requires a session. At most 10 codes of a user in 15 minutes.",
      access: { scope: null, role: null },
      request: { body: deviceRead },
      response: success(deviceRequestSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await readDevice(personOf(ctx), body.user_code)),
    }),
    defineRoute({
      id: "approveDeviceCode",
      tag,
      method: "POST",
      url: "/api/v1/device/approve",
      summary: "Approve the login of a program for an organization",
      description: "The program gets an API key of the scope, with a validity of 90 days.",
      access: { scope: null, role: "admin" },
      request: { body: deviceApprove },
      response: success(deviceRequestSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { body }) =>
        ok(
          await approveDeviceRequest(ctx, {
            userCode: body.user_code,
            scope: body.scope,
            attempts: database,
          }),
        ),
    }),
    defineRoute({
      id: "denyDeviceCode",
      tag,
      method: "POST",
      url: "/api/v1/device/deny",
      summary: "Deny the login of a program",
      access: { scope: null, role: null },
      request: { body: deviceRead },
      response: success(deviceRequestSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await denyDeviceRequest(personOf(ctx), body.user_code)),
    }),
  ];
}

function personOf({ db, clock, actor }: PersonalContext) {
  if (actor.kind !== "person") throw new Error("an API key reached a session-only route");
  return { db, clock, personId: actor.personId };
}
