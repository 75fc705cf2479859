import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  PUSH_DEVICES_MAX,
  pushDeviceCreate,
  pushDeviceList,
  pushDeviceSchema,
  pushKeySchema,
  pushTestSchema,
} from "@vedette/contract/on-call/push-devices.ts";
import type { WebPush } from "../../../pipeline/on-call/push/web-push.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type PersonalContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import {
  createPushDevice,
  listOwnPushDevices,
  type PushDeviceContext,
  removePushDevice,
  testPushDevice,
} from "./service.ts";

const tag = "On-call";
const URL = "/api/v1/push-devices";
const access = { scope: null, role: null } as const;

/** For the dashboard only: an API key has no devices. */
export function pushDeviceRoutes({ webPush }: { webPush: WebPush }): Route[] {
  return [
    defineRoute({
      id: "listPushDevices",
      tag,
      method: "GET",
      url: URL,
      summary: "List your devices for notifications",
      access,
      request: {},
      response: pushDeviceList,
      status: 200,
      handler: async (ctx) => ({
        success: true as const,
        ...onePage(await listOwnPushDevices(contextOf(ctx, webPush))),
      }),
    }),
    defineRoute({
      id: "getPushKey",
      tag,
      method: "GET",
      url: `${URL}/key`,
      summary: "Get the key with which a browser subscribes",
      access,
      request: {},
      response: success(pushKeySchema),
      status: 200,
      handler: async () => ok({ public_key: (await webPush.publicKey()).toString("base64url") }),
    }),
    defineRoute({
      id: "createPushDevice",
      tag,
      method: "POST",
      url: URL,
      summary: "Add this browser to your devices",
      description:
        "Takes a push subscription. A browser that subscribed before replaces its device. " +
        `At most ${PUSH_DEVICES_MAX} devices.`,
      access,
      request: { body: pushDeviceCreate },
      response: success(pushDeviceSchema),
      status: 201,
      transaction: true,
      handler: async (ctx, { body }) => ok(await createPushDevice(contextOf(ctx, webPush), body)),
    }),
    defineRoute({
      id: "testPushDevice",
      tag,
      method: "POST",
      url: `${URL}/:id/test`,
      summary: "Send a test notification to a device",
      access,
      request: { params: idParams },
      response: success(pushTestSchema),
      status: 200,
      handlerTimeoutMs: TEST_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await testPushDevice(contextOf(ctx, webPush), params.id)),
    }),
    defineRoute({
      id: "deletePushDevice",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Remove a device",
      access,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removePushDevice(contextOf(ctx, webPush), params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

/** The deadline of the request to the push service, and some more. */
const TEST_TIMEOUT_MS = 15_000;

function contextOf(ctx: PersonalContext, webPush: WebPush): PushDeviceContext {
  const { db, clock, actor, requestId, ip, visitor, serverUrl } = ctx;
  if (actor.kind !== "person") throw new AppError("FORBIDDEN", "An API key has no devices. Sign in.");
  return {
    db,
    clock,
    webPush,
    person: actor,
    requestId,
    ip,
    serverUrl,
    userAgent: visitor.headers["user-agent"] ?? null,
  };
}
