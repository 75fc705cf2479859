import type { ChannelDeclaration } from "@vedette/contract/alerts/channels/define-channel-type.ts";
import type { z } from "zod";
import type { MailPool } from "../../../platform/mail/mail-pool.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { SmtpServer } from "../../../platform/mail/smtp-transport.ts";
import type { SendBytes } from "../../../platform/net/probes/send-bytes.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { PushToMembers } from "../../on-call/push/push-to-members.ts";
import type { Message } from "./message.ts";

/**
 * The interface of all channel types: takes a message and a configuration, returns an outcome. A channel
 * never accesses the database and never retries. A rejected message is a value, not an error.
 */
export type Channel = {
  readonly declaration: ChannelDeclaration;
  /** Maximum duration of one send. */
  readonly timeoutMs: number;
  /** Whether many alerts are combined into one message. False if the receiver keeps a record per alert. */
  readonly digests: boolean;
  send(message: Message, config: unknown, ctx: SendContext): Promise<SendOutcome>;
};

/** Opens a mail server of a user, which the egress policy for their addresses must allow. The caller closes it. */
export type OpenSmtp = (server: SmtpServer, from: string) => Promise<MailPool>;

export type SendContext = {
  request: SendRequest;
  sendBytes: SendBytes;
  mailer: Mailer;
  openSmtp: OpenSmtp;
  pushToMembers: PushToMembers;
  nowMs: number;
  /** Only for webhooks. */
  signingSecret: string | null;
  /** The service's id of the opening message, for channels that reply to it; at most `THREAD_LENGTH_MAX`. */
  thread: string | null;
  /** Returns the unsubscribe link of an email recipient, or null if the recipient needs none. */
  unsubscribeUrlOf(email: string): string | null;
  /** Recipients that already have the message. */
  deliveredTo: readonly string[];
  /** Values that must not appear in any text of the outcome. */
  secrets: readonly string[];
};

/** Maximum length of a service's id of a message. A longer one is not kept. */
export const THREAD_LENGTH_MAX = 500;

export type SendOutcome =
  | {
      ok: true;
      statusCode: number | null;
      thread?: string | undefined;
      /** A partial failure: a recipient that rejected the message. */
      error?: string | undefined;
    }
  | {
      ok: false;
      statusCode: number | null;
      error: string;
      /** The receiver no longer exists: retrying this or sending any other message cannot succeed. */
      isPermanent: boolean;
      retryAfterSeconds: number | null;
      /** Recipients that have the message despite the failure. */
      deliveredTo?: readonly string[];
    };

/**
 * Creates a channel from a `send` that takes a typed configuration. Stored configurations have passed the
 * same schema.
 */
export function defineChannel<Config extends z.ZodType>({
  declaration,
  send,
  ...facts
}: Omit<Channel, "send" | "declaration"> & {
  declaration: ChannelDeclaration & { readonly config: Config };
  send(message: Message, config: z.output<Config>, ctx: SendContext): Promise<SendOutcome>;
}): Channel {
  return {
    ...facts,
    declaration,
    send: (message, config, ctx) => send(message, declaration.config.parse(config), ctx),
  };
}
