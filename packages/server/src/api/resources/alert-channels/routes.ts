import {
  alertChannelCreate,
  alertChannelDeleteQuery,
  alertChannelListQuery,
  alertChannelSchema,
  alertChannelUpdate,
  channelTestSchema,
} from "@vedette/contract/alerts/alert-channels.ts";
import {
  channelDeliveryListQuery,
  channelDeliverySchema,
} from "@vedette/contract/alerts/channel-deliveries.ts";
import { channelDeclaration } from "@vedette/contract/alerts/channels/channel-types.ts";
import { recipientResend } from "@vedette/contract/alerts/mail-recipients.ts";
import {
  channelPreviewRequest,
  channelPreviewSchema,
} from "@vedette/contract/alerts/templates/channel-preview.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { parseFields } from "@vedette/contract/common/field-errors.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { doneSchema } from "@vedette/contract/people/people.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import type { SendOnChannel } from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { defineRoute, type RequestContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ReadConfig } from "./channel-config.ts";
import { requestNewConfirmations, resendConfirmation } from "./confirmations.ts";
import { previewTemplates } from "./preview-templates.ts";
import { changeChannel, createChannel, getChannel, listChannelPage, removeChannel } from "./service.ts";
import { listDeliveryPage } from "./service-deliveries.ts";
import { registerTelegramWebhook } from "./telegram-registration.ts";
import { testChannel } from "./test-channel.ts";

export type AlertChannelDeps = {
  vault: Vault;
  sendOnChannel: SendOnChannel;
  recipients: Recipients;
  database: Database;
  mailer: Mailer;
  log: Logger;
  sendRequest: SendRequest;
  /** Null to derive it from each request. */
  publicUrl: string | null;
  installationSecret: string;
};

const tag = "Alert channels";
const URL = "/api/v1/alerts/channels";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** The mail server has 30 seconds, and all recipients are notified in parallel. */
const TEST_TIMEOUT_MS = 40_000;

export function alertChannelRoutes(deps: AlertChannelDeps): Route[] {
  const { vault, sendOnChannel, recipients, database, mailer } = deps;
  const contextOf = (ctx: RequestContext) => ({
    ...ctx,
    ...{ vault, sendOnChannel, recipients, database, mailer },
    maySeeSigningSecret: maySeeSigningSecret(ctx.actor),
    hasMailServer: mailer.isConfigured,
    readConfig,
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
      // The response shows signing secrets to admins.
      isSecret: true,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listChannelPage(contextOf(ctx), query)),
      }),
    }),
    defineRoute({
      id: "createAlertChannel",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an alert channel",
      description:
        "Webhook messages are signed according to the Standard Webhooks specification with the `signing_secret` of the " +
        "response. URLs that contain credentials, tokens and header values are stored encrypted.",
      access: writing,
      request: { body: alertChannelCreate },
      response: success(alertChannelSchema),
      status: 201,
      transaction: true,
      // Not idempotent: the stored first response would keep the signing secret for a day.
      async handler(ctx, { body }) {
        const channel = await createChannel(contextOf(ctx), body);
        requestNewConfirmations(contextOf(ctx), channel);
        ctx.afterCommit(() => registerTelegramWebhook(deps, channel));
        return ok(channel);
      },
    }),
    defineRoute({
      id: "previewAlertChannel",
      tag,
      method: "POST",
      url: `${URL}/preview`,
      summary: "Preview the templates of an alert channel",
      description:
        "Renders templates with the last alert of the organization, or with a sample if there was none. Stores nothing " +
        "and sends nothing.",
      access: { scope: "read", role: "member", isRead: true },
      request: { body: channelPreviewRequest },
      response: success(channelPreviewSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await previewTemplates(ctx, body)),
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
      handler: async (ctx, { params }) => ok(await getChannel(contextOf(ctx), params.id)),
    }),
    defineRoute({
      id: "updateAlertChannel",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update an alert channel",
      description:
        "Changes the fields that are sent, including single fields of `config`, and keeps the rest. A channel that was " +
        "disabled because its receiver no longer exists is enabled again.",
      access: writing,
      request: { params: idParams, body: alertChannelUpdate },
      response: success(alertChannelSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params, body }) {
        const channel = await changeChannel(contextOf(ctx), params.id, body);
        ctx.afterCommit(() => registerTelegramWebhook(deps, channel));
        requestNewConfirmations(contextOf(ctx), channel);
        return ok(channel);
      },
    }),
    defineRoute({
      id: "deleteAlertChannel",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an alert channel",
      description:
        "Returns 400 with the names of the rules if rules use the channel. `force=true` disables those rules instead.",
      access: writing,
      request: { params: idParams, query: alertChannelDeleteQuery },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params, query }) {
        await removeChannel(contextOf(ctx), { id: params.id, force: query.force });
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "testAlertChannel",
      tag,
      method: "POST",
      url: `${URL}/:id/test`,
      summary: "Test an alert channel",
      description:
        "Sends a test message immediately and reports whether the receiver accepted it. E-mail: once a minute per channel, " +
        "20 times an hour per organization, and only to confirmed recipients.",
      access: writing,
      request: { params: idParams },
      response: success(channelTestSchema),
      status: 200,
      handlerTimeoutMs: TEST_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await testChannel(contextOf(ctx), params.id)),
    }),
    defineRoute({
      id: "listAlertChannelDeliveries",
      tag,
      method: "GET",
      url: `${URL}/:id/deliveries`,
      summary: "List what was sent on an alert channel",
      description: "Every attempt to send a notification or a test message, newest first, kept for 400 days.",
      access: reading,
      request: { params: idParams, query: channelDeliveryListQuery },
      response: page(channelDeliverySchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listDeliveryPage(contextOf(ctx), params.id, query)),
      }),
    }),
    defineRoute({
      id: "resendConfirmation",
      tag,
      method: "POST",
      url: `${URL}/:id/confirmations`,
      summary: "Resend a confirmation mail",
      description:
        "Sends an unconfirmed recipient the confirmation link again: once an hour across all organizations.",
      access: writing,
      request: { params: idParams, body: recipientResend },
      response: success(doneSchema),
      status: 202,
      transaction: true,
      async handler(ctx, { params, body }) {
        await resendConfirmation(contextOf(ctx), { id: params.id, email: body.email });
        return ok({ done: true as const });
      },
    }),
  ];
}

const readConfig: ReadConfig = (type, config) => parseFields(channelDeclaration(type).config, config);

/** API keys of scope `admin` and members with at least the role `admin`. */
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
