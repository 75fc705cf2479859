import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import type {
  ChannelDeclaration,
  SecretPart,
} from "@vedette/contract/alerts/channels/define-channel-type.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { SendBytes } from "../../../platform/net/probes/send-bytes.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { PushToMembers } from "../../on-call/push/push-to-members.ts";
import type { Channels } from "../channels/registry.ts";
import type { OpenSmtp, SendOutcome } from "../messages/channel.ts";
import type { Message } from "../messages/message.ts";
import type { ChannelSecrets } from "./channel-secrets.ts";

/** Sends one message once, on a channel of any type. Used for test messages and for deliveries. */
export type SendOnChannel = (
  channel: {
    type: AlertChannelType;
    secrets: ChannelSecrets;
    /** Returns the unsubscribe link of an email recipient, or null if the recipient needs none. */
    unsubscribeUrlOf?: (email: string) => string | null;
  },
  message: Message,
  earlier?: { thread: string | null; deliveredTo: readonly string[] },
) => Promise<SendOutcome>;

export type SendOnChannelDeps = {
  channels: Channels;
  request: SendRequest;
  sendBytes: SendBytes;
  mailer: Mailer;
  openSmtp: OpenSmtp;
  pushToMembers: PushToMembers;
  clock: Clock;
};

export function createSendOnChannel({
  channels,
  request,
  sendBytes,
  mailer,
  openSmtp,
  pushToMembers,
  clock,
}: SendOnChannelDeps): SendOnChannel {
  return async (
    { type, secrets, unsubscribeUrlOf },
    message,
    { thread, deliveredTo } = { thread: null, deliveredTo: [] },
  ) => {
    const channel = channels[type];
    return channel.send(message, secrets.config, {
      request,
      sendBytes,
      mailer,
      openSmtp,
      pushToMembers,
      nowMs: clock.now(),
      signingSecret: secrets.signingSecret,
      thread,
      deliveredTo,
      unsubscribeUrlOf: unsubscribeUrlOf ?? (() => null),
      secrets: secretTexts(channel.declaration.secrets, secrets),
    });
  };
}

/** Parts of the configuration that must not appear in any text, even if a receiver echoes them. */
function secretTexts(
  fields: ChannelDeclaration["secrets"],
  { config, signingSecret }: ChannelSecrets,
): string[] {
  const texts = Object.entries(fields).flatMap(([field, part]) => secretsIn(config[field], part));
  return signingSecret === null ? texts : [...texts, signingSecret];
}

function secretsIn(value: unknown, part: SecretPart): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).filter((each): each is string => typeof each === "string");
  }
  if (typeof value !== "string") return [];
  if (part === "text" || !URL.canParse(value)) return [value];
  const { pathname, search } = new URL(value);
  // An empty path is not a secret; masking it would mask every slash.
  return [part === "query" ? search.slice(1) : `${pathname}${search}`.slice(1)].filter((text) => text !== "");
}
