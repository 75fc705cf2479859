import { createHash, createHmac } from "node:crypto";
import { awsSnsType } from "@vedette/contract/alerts/channels/general/aws-sns.ts";
import { alertRecord, recordText } from "../../messages/alert-record.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import type { Message } from "../../messages/message.ts";
import { POST_TIMEOUT_MS, postMessage, type ResponseReading } from "../../messages/post-message.ts";

/**
 * Amazon SNS, signed by Signature Version 4 with AWS's own library. Source: AWS's Amazon SNS API Reference, "Publish" and
 * "Common Errors".
 */
export function awsSnsChannel(): Channel {
  return defineChannel({
    declaration: awsSnsType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    async send(message, config, ctx) {
      const [, partition = "aws", , region = ""] = config.topic_arn.split(":");
      const domain = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
      const url = new URL(config.endpoint ?? `https://sns.${region}.${domain}`);
      const body = new URLSearchParams(publishOf(message, config.topic_arn));
      // Loaded only by the channels that need it.
      const { SignatureV4 } = await import("@smithy/signature-v4");
      const signer = new SignatureV4({
        ...{ service: "sns", region, sha256: Sha256 },
        credentials: { accessKeyId: config.access_key_id, secretAccessKey: config.secret_access_key },
      });
      const { headers } = await signer.sign(
        {
          ...{ method: "POST", protocol: url.protocol, hostname: url.hostname, path: "/", query: {} },
          headers: { host: url.host, "content-type": "application/x-www-form-urlencoded" },
          body: body.toString(),
        },
        { signingDate: new Date(ctx.nowMs) },
      );
      const { host: _host, "content-type": _type, ...signed } = headers;
      return postMessage(ctx, { url: url.origin, headers: signed, body }, READING);
    },
  });
}

/** In bytes; a message can have 256 KiB with its attributes. */
const MESSAGE_LENGTH_MAX = 60_000;
/** A subject has fewer than 100 characters of ASCII and starts with a letter, digit or punctuation. */
const SUBJECT_LENGTH_MAX = 99;

function publishOf(message: Message, topicArn: string): Record<string, string> {
  const record = alertRecord(message);
  const subject = record.title.replaceAll(/[^\x20-\x7e]/g, "?").trim();
  return {
    Action: "Publish",
    Version: "2010-03-31",
    TopicArn: topicArn,
    Subject: subject.slice(0, SUBJECT_LENGTH_MAX).trim() || "Vedette",
    Message: `${record.title}\n${recordText(record)}\n${record.link.url}`
      .slice(0, MESSAGE_LENGTH_MAX)
      .toWellFormed(),
    ...attribute(1, "kind", message.kind),
    ...attribute(2, "severity", record.severity),
    // A FIFO topic keeps the order of one alert, and drops what an attempt after a crash repeats.
    ...(topicArn.endsWith(".fifo") && {
      MessageGroupId: record.key.replaceAll(/[^\x21-\x7e]/g, "-").slice(0, FIFO_ID_LENGTH_MAX),
      MessageDeduplicationId: message.id,
    }),
  };
}

const FIFO_ID_LENGTH_MAX = 128;

/** By which subscriptions filter. */
function attribute(nr: number, name: string, value: string): Record<string, string> {
  const prefix = `MessageAttributes.entry.${nr}`;
  return {
    [`${prefix}.Name`]: name,
    [`${prefix}.Value.DataType`]: "String",
    [`${prefix}.Value.StringValue`]: value,
  };
}

const READING: ResponseReading = {
  rejectionOf: (_reply, _statusCode, text) =>
    text.includes("<MessageId>") ? undefined : "The response is not one of Amazon SNS",
  failureOf(_reply, statusCode, text) {
    const code = /<Code>([A-Za-z.]{1,100})<\/Code>/.exec(text)?.[1];
    if (code === undefined) return undefined;
    const detail = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1];
    return {
      error: `SNS returned ${statusCode} ${code}${detail === undefined ? "" : `: ${detail}`}`,
      isPermanent: PERMANENT_CODES.has(code),
    };
  },
};

/** The topic does not exist, the key is wrong or disabled, or its user may not publish. */
const PERMANENT_CODES: ReadonlySet<string> = new Set([
  ...["NotFound", "InvalidClientTokenId", "AuthorizationError", "AccessDenied", "OptInRequired"],
]);

/** What the signer needs of SHA-256, by node:crypto. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === "string") return Buffer.from(data, "utf8");
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
