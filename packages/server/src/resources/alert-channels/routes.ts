import {
  alertChannelCreate,
  alertChannelDeleteQuery,
  alertChannelListQuery,
  alertChannelSchema,
  alertChannelUpdate,
  CHANNEL_CONFIGS,
  channelTestSchema,
} from "@vedette/contract/alert-channels.ts";
import { deleted, page, success } from "@vedette/contract/envelope.ts";
import { parseFields } from "@vedette/contract/field-faults.ts";
import { idParams } from "@vedette/contract/ids.ts";
import { ROLES } from "@vedette/contract/scopes.ts";
import type { SendOnChannel } from "../../alerting/send-on-channel.ts";
import type { Actor } from "../../http/actor.ts";
import { defineRoute, type RequestContext, type Route } from "../../http/define-route.ts";
import { assertNever } from "../../kernel/errors.ts";
import type { Vault } from "../../secrets/vault.ts";
import {
  type ChannelContext,
  changeChannel,
  createChannel,
  getChannel,
  listChannelPage,
  removeChannel,
  testChannel,
} from "./service.ts";

export type AlertChannelDeps = { vault: Vault; sendOnChannel: SendOnChannel };

const tag = "Alert channels";
const URL = "/api/v1/alerts/channels";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** A mail server has half a minute, and all recipients are told side by side. */
const TEST_TIMEOUT_MS = 40_000;

export function alertChannelRoutes({ vault, sendOnChannel }: AlertChannelDeps): Route[] {
  const within = (ctx: RequestContext): ChannelContext & { serverUrl: string } => ({
    ...ctx,
    vault,
    maySeeSigningSecret: maySeeSigningSecret(ctx.actor),
    readConfig: (type, config) => parseFields(CHANNEL_CONFIGS[type], config),
  });
  return [
    defineRoute({
      id: "listAlertChannels",
      tag,
      method: "GET",
      url: URL,
      summary: "List alert channels",
      access: reading,
      request: { query: alertChannelListQuery },
      response: page(alertChannelSchema),
      status: 200,
      // Admins are shown what webhooks are signed with.
      isSecret: true,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listChannelPage(within(ctx), query)),
      }),
    }),
    defineRoute({
      id: "createAlertChannel",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an alert channel",
      description:
        "Messages of a webhook are signed as the Standard Webhooks specification has it, with the `signing_secret` of the " +
        "answer. Addresses that are credentials, tokens and the values of headers are stored sealed.",
      access: writing,
      request: { body: alertChannelCreate },
      response: success(alertChannelSchema),
      status: 201,
      transaction: true,
      // Not idempotent: the first answer would be kept for a day, and with it the signing secret.
      handler: async (ctx, { body }) => ok(await createChannel(within(ctx), body)),
    }),
    defineRoute({
      id: "getAlertChannel",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an alert channel",
      access: reading,
      request: { params: idParams },
      response: success(alertChannelSchema),
      status: 200,
      isSecret: true,
      handler: async (ctx, { params }) => ok(await getChannel(within(ctx), params.id)),
    }),
    defineRoute({
      id: "updateAlertChannel",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Change an alert channel",
      description:
        "Changes the fields that are sent, also those of `config`, and keeps the rest. One that was switched off, for its " +
        "receiver was gone, is switched on again.",
      access: writing,
      request: { params: idParams, body: alertChannelUpdate },
      response: success(alertChannelSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeChannel(within(ctx), params.id, body)),
    }),
    defineRoute({
      id: "deleteAlertChannel",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an alert channel",
      description:
        "One that rules use is 400, and the message names them; `force=true` disables them instead.",
      access: writing,
      request: { params: idParams, query: alertChannelDeleteQuery },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params, query }) {
        await removeChannel(within(ctx), { id: params.id, force: query.force });
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "testAlertChannel",
      tag,
      method: "POST",
      url: `${URL}/:id/test`,
      summary: "Test an alert channel",
      description: "Sends a test message now, and answers whether the receiver took it.",
      access: writing,
      request: { params: idParams },
      response: success(channelTestSchema),
      status: 200,
      handlerTimeoutMs: TEST_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await testChannel(within(ctx), params.id, sendOnChannel)),
    }),
  ];
}

/** Source: decisions.md, section 6. */
function maySeeSigningSecret(actor: Actor): boolean {
  switch (actor.kind) {
    case "key":
      return actor.scope === "admin";
    case "member":
      return ROLES.indexOf(actor.role) >= ROLES.indexOf("admin");
    default:
      return assertNever(actor);
  }
}

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}
