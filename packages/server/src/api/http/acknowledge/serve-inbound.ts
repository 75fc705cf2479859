import type { FastifyInstance } from "fastify";
import { acceptRawBodies } from "../bodies/raw-body.ts";
import type { InboundReplyDeps } from "./inbound-context.ts";
import { receiveSlackAction } from "./slack-actions.ts";
import { receiveTelegramUpdate } from "./telegram-updates.ts";
import { receiveTwilioKey, receiveTwilioSms } from "./twilio-replies.ts";

/**
 * The URLs that Slack, Telegram and Twilio request when someone presses a button, replies or presses a key. Their signature
 * is the credential. They are no part of the API reference, because the services define them.
 */

export type InboundServerDeps = InboundReplyDeps & { slackUrl?: string; telegramUrl?: string };

const SLACK = "/api/v1/slack/actions/:channel_id";
const TELEGRAM = "/api/v1/telegram/updates/:channel_id";
const TWILIO_SMS = "/api/v1/twilio/sms/:channel_id";
const TWILIO_VOICE = "/api/v1/twilio/voice/:channel_id";

/** The paths, for the methods that they do not accept. */
export const INBOUND_ROUTES = [SLACK, TELEGRAM, TWILIO_SMS, TWILIO_VOICE].map((url) => ({
  method: "POST" as const,
  url,
}));

/** A request of Slack repeats the whole message with its button. */
const BODY_BYTES_MAX = 262_144;

/** In a scope of its own, because body parsers apply to a whole scope. */
export function serveInbound(server: FastifyInstance, deps: InboundServerDeps): void {
  server.register(async (scope) => {
    acceptRawBodies(scope);
    const options = {
      bodyLimit: BODY_BYTES_MAX,
      config: { access: "public", isSigned: true },
      schema: { hide: true },
    } as const;
    scope.post(SLACK, options, async (request, reply) => {
      await receiveSlackAction(deps, request);
      return reply.code(200).send();
    });
    scope.post(TELEGRAM, options, async (request, reply) => {
      await receiveTelegramUpdate(deps, request);
      return reply.code(200).send();
    });
    scope.post(TWILIO_SMS, options, async (request, reply) =>
      reply.type("text/xml; charset=utf-8").send(await receiveTwilioSms(deps, request)),
    );
    scope.post(TWILIO_VOICE, options, async (request, reply) =>
      reply.type("text/xml; charset=utf-8").send(await receiveTwilioKey(deps, request)),
    );
  });
}
