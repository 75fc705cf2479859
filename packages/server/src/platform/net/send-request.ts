import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Egress } from "./egress.ts";
import { openSocket } from "./open-socket.ts";

/**
 * One POST to a receiver that a user has named: over a connection that the egress policy has let through, without
 * redirects, and with an end in time and size whatever the receiver does. It knows nothing of what is sent, and
 * what comes back is nobody's promise: a status, and the beginning of a text.
 */
export type SendRequest = (url: string, message: SentMessage) => Promise<SentRequestResponse>;

export type SentMessage = { headers: Readonly<Record<string, string>>; body: string };

export type SentRequestResponse = {
  statusCode: number;
  /** The header Retry-After, as it came. */
  retryAfter: string | null;
  /** At most `REPLY_BYTES_MAX` of it. */
  text: string;
};

/** The whole exchange. Source: decisions.md, section 6. */
const DEADLINE_MS = 10_000;
/** Once the status has come the rest decides nothing; a receiver that drips gets no more time than this. */
const REPLY_DEADLINE_MS = 2_000;
/** Enough for an explanation. Source: security.md, F10. */
const REPLY_BYTES_MAX = 4_096;

type Deadlines = { deadlineMs?: number; replyDeadlineMs?: number };

/** The request that it gives throws an Error in words where no answer came. */
export function createSendRequest(
  egress: Egress,
  { deadlineMs = DEADLINE_MS, replyDeadlineMs = REPLY_DEADLINE_MS }: Deadlines = {},
): SendRequest {
  return async (text, { headers, body }) => {
    const url = new URL(text);
    const deadline = AbortSignal.timeout(deadlineMs);
    const isSecure = url.protocol === "https:";
    const port = Number(url.port || (isSecure ? 443 : 80));
    const socket = await openSocket(egress, { host: url.hostname, port, isSecure }, deadline);
    try {
      const message = httpRequest({
        method: "POST",
        path: `${url.pathname}${url.search}`,
        headers: {
          ...headers,
          host: url.host,
          "content-length": Buffer.byteLength(body),
          connection: "close",
        },
        createConnection: () => socket,
        signal: deadline,
      });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        message.once("response", resolve);
        message.on("error", reject);
      });
      message.end(body);
      const answer = await answered.catch((error: unknown) => {
        throw deadline.aborted
          ? new Error(`${url.host} did not answer within ${deadlineMs / 1_000} s`)
          : error;
      });
      const statusCode = answer.statusCode ?? 0;
      const retryAfter = answer.headers["retry-after"] ?? null;
      return { statusCode, retryAfter, text: await readBeginning(answer, replyDeadlineMs) };
    } finally {
      socket.destroy();
    }
  };
}

/** As much of the reply as comes in time and is wanted; how it ends matters to nobody. */
function readBeginning(answer: IncomingMessage, withinMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      answer.removeAllListeners("data");
      resolve(Buffer.concat(chunks).subarray(0, REPLY_BYTES_MAX).toString("utf8"));
    };
    const timer = setTimeout(done, withinMs);
    answer.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= REPLY_BYTES_MAX) done();
    });
    answer.once("end", done);
    answer.once("error", done);
    answer.once("close", done);
  });
}
