import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getCACertificates } from "node:tls";

/**
 * Requests to the one server that the operator of a runner has named, over connections that stay open. No egress
 * policy applies, for no user of the product has a say in the address; certificates are always verified. It knows
 * nothing of what is asked.
 */
export type ServerClient = {
  /** Throws where no answer came: the server is away, or somebody between. */
  send(message: ServerMessage): Promise<ServerReply>;
  close(): void;
};

export type ServerMessage = {
  method: "GET" | "POST";
  /** Behind the server's address. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer | { stream: Readable; bytes: number };
  /** For all of it. */
  timeoutMs: number;
  signal?: AbortSignal;
};

export type ServerReply = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/** Some hundreds of checks with all that they send; an image to compare with is smaller. */
const ANSWER_BYTES_MAX = 64 * 1_048_576;
/** Questions held, reports and files at once. */
const SOCKETS_MAX = 16;
/** Longer than a lost packet, shorter than the patience of whoever waits for a runner. */
const KEEP_ALIVE_PROBE_MS = 10_000;

export type ServerClientOptions = {
  /** With or without a path, without a slash at its end. */
  url: URL;
  /** A certificate, in PEM, that is trusted beside the well-known ones. */
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
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        message.once("response", resolve);
        message.on("error", reject);
      });
      // The answer may come before the body has gone, where the server refuses it.
      const sent = pipeline(bodyOf(body), message);
      sent.catch(() => undefined);
      const answer = await answered;
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readAll(answer) };
    },
    close: () => agent.destroy(),
  };
}

function bodyOf(body: ServerMessage["body"]): Readable {
  if (body === undefined) return Readable.from([]);
  return "stream" in body ? body.stream : Readable.from([body]);
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`the answer is longer than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
