import type { SendRequest } from "../../platform/net/send-request.ts";
import type { SendOverTls } from "../../platform/net/tls/send-over-tls.ts";
import { signatureOf } from "../alerting/messages/signing-secret.ts";
import type { StreamSettings } from "./queries.ts";
import type { StreamEntry } from "./stream-entry.ts";
import type { StreamSecrets } from "./stream-secrets.ts";
import { syslogFrames } from "./syslog-message.ts";

export type BatchSenders = {
  /** Both reach only what the egress policy allows. */
  sendRequest: SendRequest;
  sendOverTls: SendOverTls;
  /** The name of this server in syslog. */
  host: string;
};

const ERROR_TEXT_MAX = 300;

/** Sends entries in one request or connection. Returns why the receiver did not accept them, or null. */
export async function sendBatch(
  senders: BatchSenders,
  stream: StreamSettings,
  { entries, secrets, nowMs }: { entries: readonly StreamEntry[]; secrets: StreamSecrets; nowMs: number },
): Promise<string | null> {
  try {
    if (stream.type === "webhook") {
      return await postEntries(senders.sendRequest, stream, { entries, secrets, nowMs });
    }
    const { host, port, format, ca_certificate: ca, client_certificate: certificate } = stream.config;
    const identity =
      certificate !== null && secrets.clientKey !== null ? { certificate, key: secrets.clientKey } : null;
    await senders.sendOverTls(
      { host, port, ca, identity },
      syslogFrames(entries, { host: senders.host, format }),
    );
    return null;
  } catch (error) {
    return shortText(error instanceof Error ? error.message : String(error));
  }
}

async function postEntries(
  send: SendRequest,
  stream: Extract<StreamSettings, { type: "webhook" }>,
  { entries, secrets, nowMs }: { entries: readonly StreamEntry[]; secrets: StreamSecrets; nowMs: number },
): Promise<string | null> {
  // The same entries have the same id, so that a receiver recognizes a repeated request.
  const id = `${stream.id}-${entries[0]?.number ?? 0}-${entries.at(-1)?.number ?? 0}`;
  const body = JSON.stringify({
    id,
    type: "audit.entries",
    timestamp: new Date(nowMs).toISOString(),
    data: { stream: { id: stream.id, name: stream.name }, entries },
  });
  const timestamp = Math.floor(nowMs / 1_000).toString();
  const headers = {
    "content-type": "application/json",
    "user-agent": "vedette",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatureOf(secrets.signingSecret ?? "", `${id}.${timestamp}.${body}`),
  };
  const { statusCode, text } = await send(stream.config.url, { headers, body });
  if (statusCode >= 200 && statusCode < 300) return null;
  return shortText(`The receiver answered ${statusCode}: ${text}`);
}

/** The answer of a receiver is any text. */
function shortText(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, ERROR_TEXT_MAX);
}
