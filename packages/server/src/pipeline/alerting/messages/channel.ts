import type { AlertChannelType } from "@vedette/contract/alerts/alert-channels.ts";
import type { z } from "zod";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Message } from "./message.ts";

/**
 * What all ways of telling have in common: a message and a configuration in, an outcome out. A channel never sees
 * the database and never tries twice; a receiver that does not take a message is a value, not an error.
 */
export type Channel = {
  readonly type: AlertChannelType;
  /** Fields of the configuration that are secret, and which part of each. */
  readonly secretFields: Readonly<Record<string, SecretPart>>;
  /** Longest that one send takes. */
  readonly timeoutMs: number;
  /** Whether many alerts become one message. Where each is a record of the receiver's own, they do not. */
  readonly digests: boolean;
  send(message: Message, config: unknown, ctx: SendContext): Promise<SendOutcome>;
};

/** All of a text, what follows the host of an address or only its query, or the values of an object. */
export type SecretPart = "text" | "path" | "query" | "values";

export type SendContext = {
  request: SendRequest;
  mailer: Mailer;
  nowMs: number;
  /** Of a webhook. */
  signingSecret: string | null;
  /** What the message that opened the alert is called by the product, for one that answers it. */
  thread: string | null;
  /** Where a recipient of e-mail says that they want no more; null for one who needs no such link. */
  leaveUrlOf(email: string): string | null;
  /** Of several recipients those who have it already. */
  taken: readonly string[];
  /** Values that no text of an outcome may repeat. */
  secrets: readonly string[];
};

export type SendOutcome =
  | {
      ok: true;
      statusCode: number | null;
      thread?: string | undefined;
      /** What went wrong beside: a recipient of several that refused it. */
      error?: string | undefined;
    }
  | {
      ok: false;
      statusCode: number | null;
      error: string;
      /** The receiver is gone: no later try will do, of this or any other message. */
      isPermanent: boolean;
      retryAfterSeconds: number | null;
      /** Who has it all the same. */
      taken?: readonly string[];
    };

/** Makes a channel of a `send` that is given its own configuration, which was stored by the same schema. */
export function defineChannel<Schema extends z.ZodType>({
  configSchema,
  send,
  ...facts
}: Omit<Channel, "send"> & {
  configSchema: Schema;
  send(message: Message, config: z.output<Schema>, ctx: SendContext): Promise<SendOutcome>;
}): Channel {
  return { ...facts, send: (message, config, ctx) => send(message, configSchema.parse(config), ctx) };
}
