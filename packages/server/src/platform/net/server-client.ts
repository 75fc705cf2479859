import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getCACertificates } from "node:tls";

/**
 * Requests to the server that the operator of a runner configured, over persistent connections. The egress policy does
 * not apply, because users have no influence on the URL; certificates are always verified. It knows nothing of the
 * content.
 */
export type ServerClient = {
  /** Throws if there is no response: the server, or a proxy in between, is unavailable. */
  send(message: ServerMessage): Promise<ServerReply>;
  close(): void;
};

export type ServerMessage = {
  method: "GET" | "POST";
  /** Relative to the URL of the server. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer | { stream: Readable; bytes: number };
  /** Timeout of the whole exchange. */
  timeoutMs: number;
  signal?: AbortSignal;
};

export type ServerReply = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/** Hundreds of checks with everything that they send; a baseline image is smaller. */
const RESPONSE_BYTES_MAX = 64 * 1_048_576;
/** Concurrent polls, reports and files. */
const SOCKETS_MAX = 16;
/** Longer than the retransmission of a lost packet, shorter than the timeout for a lost runner. */
const KEEP_ALIVE_PROBE_MS = 10_000;

export type ServerClientOptions = {
  /** With or without a path, without a trailing slash. */
  url: URL;
  /** A CA certificate in PEM, trusted in addition to the public CAs. */
  ca: string | null;
};

export function createServerClient({ url, ca }: ServerClientOptions): ServerClient {
  const isSecure = url.protocol === "https:";
  const common = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_PROBE_MS, maxSockets: SOCKETS_MAX };
  const agent = isSecure
    ? new HttpsAgent({ ...common, ...(ca !== null && { ca: [...getCACertificates("default"), ca] }) })
    : new HttpAgent(common);
  const base = url.pathname.replace(/\/$/, "");

  return {
    async send({ method, path, headers, body, timeoutMs, signal }) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const ending = signal ? AbortSignal.any([signal, deadline]) : deadline;
      const length = body === undefined ? null : "bytes" in body ? body.bytes : body.length;
      const message = (isSecure ? httpsRequest : httpRequest)({
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ""),
        ...(url.port && { port: url.port }),
        method,
        path: `${base}${path}`,
        headers: { ...headers, ...(length !== null && { "content-length": length }) },
        agent,
        signal: ending,
      });
      const headReceived = new Promise<IncomingMessage>((resolve, reject) => {
        message.once("response", resolve);
        message.on("error", reject);
      });
      // The response may arrive before the body is sent, if the server rejects the request.
      const sent = pipeline(bodyOf(body), message);
      sent.catch(() => undefined);
      const response = await headReceived;
      return { status: response.statusCode ?? 0, headers: response.headers, body: await readAll(response) };
    },
    close: () => agent.destroy(),
  };
}

function bodyOf(body: ServerMessage["body"]): Readable {
  if (body === undefined) return Readable.from([]);
  return "stream" in body ? body.stream : Readable.from([body]);
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES_MAX)
      throw new Error(`the response is longer than ${RESPONSE_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
