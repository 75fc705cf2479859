import {
  type AlertChannel,
  alertChannelCreate,
  alertChannelDeleteQuery,
  alertChannelListQuery,
  alertChannelSchema,
  alertChannelUpdate,
  CHANNEL_CONFIGS,
  channelTestSchema,
} from "@vedette/contract/alerts/alert-channels.ts";
import { type RecipientState, recipientResend } from "@vedette/contract/alerts/mail-recipients.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { parseFields } from "@vedette/contract/common/field-errors.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { doneSchema } from "@vedette/contract/people/people.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import type { SendOnChannel } from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import { askRecipients, sendConfirmation } from "../../../pipeline/alerting/recipients/ask-recipients.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { AppError, assertNever } from "../../../platform/kernel/errors.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { Actor } from "../../routing/actor.ts";
import { defineRoute, type RequestContext, type Route } from "../../routing/define-route.ts";
import { getOrganization } from "../organizations/service.ts";
import {
  askAgain,
  type ChannelContext,
  changeChannel,
  createChannel,
  getChannel,
  listChannelPage,
  removeChannel,
  testChannel,
} from "./service.ts";

export type AlertChannelDeps = {
  vault: Vault;
  sendOnChannel: SendOnChannel;
  recipients: Recipients;
  database: Database;
  mailer: Mailer;
};

const tag = "Alert channels";
const URL = "/api/v1/alerts/channels";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** A mail server has half a minute, and all recipients are told side by side. */
const TEST_TIMEOUT_MS = 40_000;

export function alertChannelRoutes(deps: AlertChannelDeps): Route[] {
  const { vault, sendOnChannel, recipients, database, mailer } = deps;
  const within = (ctx: RequestContext): ChannelContext & { serverUrl: string } => ({
    ...ctx,
    vault,
    recipients,
    maySeeSigningSecret: maySeeSigningSecret(ctx.actor),
    readConfig: (type, config) => parseFields(CHANNEL_CONFIGS[type], config),
  });
  const asking = ({ clock, log }: RequestContext) => ({ db: database, recipients, mailer, clock, log });
  /** Asks those who are new on a channel, once it is committed. */
  const askLater = (ctx: RequestContext, { recipient_states: states }: AlertChannel) => {
    const emails = states.filter(isToBeAsked).map(({ email }) => email);
    if (emails.length === 0) return;
    const { orgId } = ctx;
    ctx.afterCommit(async () => {
      try {
        const { name: organizationName } = await getOrganization({ ...ctx, db: database });
        await askRecipients(asking(ctx), { orgId, organizationName }, emails);
      } catch (error) {
        ctx.log.warn("recipients.not_asked", errorFacts(error));
      }
    });
  };
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
      async handler(ctx, { body }) {
        const channel = await createChannel(within(ctx), body);
        askLater(ctx, channel);
        return ok(channel);
      },
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
      async handler(ctx, { params, body }) {
        const channel = await changeChannel(within(ctx), params.id, body);
        askLater(ctx, channel);
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
      description:
        "Sends a test message now, and answers whether the receiver took it. E-mail: once a minute, 20 times an hour in an " +
        "organization, and to confirmed recipients alone.",
      access: writing,
      request: { params: idParams },
      response: success(channelTestSchema),
      status: 200,
      handlerTimeoutMs: TEST_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await testChannel(within(ctx), params.id, sendOnChannel)),
    }),
    defineRoute({
      id: "resendConfirmation",
      tag,
      method: "POST",
      url: `${URL}/:id/confirmations`,
      summary: "Ask a recipient again for a confirmation",
      description: "Mails an unconfirmed recipient the link once more: once an hour, over all organizations.",
      access: writing,
      request: { params: idParams, body: recipientResend },
      response: success(doneSchema),
      status: 202,
      transaction: true,
      async handler(ctx, { params, body }) {
        const asked = await askAgain(within(ctx), { id: params.id, email: body.email });
        if (!mailer.isConfigured) {
          throw new AppError(
            "SERVICE_UNAVAILABLE",
            "This server sends no mail: its operator has not set SMTP_URL.",
          );
        }
        const { orgId } = ctx;
        const { email, organizationName } = asked;
        ctx.afterCommit(() => sendConfirmation(asking(ctx), { orgId, organizationName }, email));
        return ok({ done: true as const });
      },
    }),
  ];
}

function isToBeAsked({ status, asked_at: askedAt }: RecipientState): boolean {
  return status === "unconfirmed" && askedAt === null;
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
