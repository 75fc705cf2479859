import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Egress } from "./egress.ts";
import { openSocket } from "./open-socket.ts";

/**
 * Sends one request to a receiver that a user configured: over a connection that the egress policy allows, without
 * redirects, limited in time and size regardless of the receiver. It knows nothing of the content. The response is
 * untrusted: a status, and the start of its body.
 */
export type SendRequest = (url: string, message: SentMessage) => Promise<SentRequestResponse>;

export type SentMessage = {
  /** Default: POST. */
  method?: SentMethod;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
};

export type SentMethod = "POST" | "PUT" | "PATCH" | "DELETE";

export type SentRequestResponse = {
  statusCode: number;
  /** The value of the Retry-After header. */
  retryAfter: string | null;
  /** The start of the body, at most `RESPONSE_BYTES_MAX`. */
  text: string;
  /** The same as bytes, for bodies that are no text. */
  bytes: Buffer;
};

/** Deadline of the whole exchange. */
const DEADLINE_MS = 10_000;
/** After the status, the rest decides nothing; a slow receiver gets no more time than this. */
const BODY_DEADLINE_MS = 2_000;
/** Enough for the JSON of a created record, which has the id that later messages refer to. */
const RESPONSE_BYTES_MAX = 65_536;

type Deadlines = { deadlineMs?: number; replyDeadlineMs?: number };

/** The returned function throws an Error with a message if there is no response. */
export function createSendRequest(
  egress: Egress,
  { deadlineMs = DEADLINE_MS, replyDeadlineMs = BODY_DEADLINE_MS }: Deadlines = {},
): SendRequest {
  return async (text, { method = "POST", headers, body }) => {
    const url = new URL(text);
    const deadline = AbortSignal.timeout(deadlineMs);
    const isSecure = url.protocol === "https:";
    const port = Number(url.port || (isSecure ? 443 : 80));
    const socket = await openSocket(egress, { host: url.hostname, port, isSecure }, deadline);
    try {
      const message = httpRequest({
        method,
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
      const head = new Promise<IncomingMessage>((resolve, reject) => {
        message.once("response", resolve);
        message.on("error", reject);
      });
      message.end(body);
      const response = await head.catch((error: unknown) => {
        throw deadline.aborted
          ? new Error(`${url.host} did not respond within ${deadlineMs / 1_000} s`)
          : error;
      });
      const statusCode = response.statusCode ?? 0;
      const retryAfter = response.headers["retry-after"] ?? null;
      const bytes = await readStart(response, replyDeadlineMs);
      return { statusCode, retryAfter, text: bytes.toString("utf8"), bytes };
    } finally {
      socket.destroy();
    }
  };
}

/** Reads the start of the body until the size or time limit; an incomplete body is not an error. */
function readStart(response: IncomingMessage, timeoutMs: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.removeAllListeners("data");
      resolve(Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX));
    };
    const timer = setTimeout(done, timeoutMs);
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= RESPONSE_BYTES_MAX) done();
    });
    response.once("end", done);
    response.once("error", done);
    response.once("close", done);
  });
}
