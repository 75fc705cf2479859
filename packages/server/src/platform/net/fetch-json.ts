import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Egress } from "./egress.ts";
import { openSocket } from "./open-socket.ts";

/**
 * `fetch` for small answers of services that the operator has named: over a connection that the egress policy
 * has let through, without redirects, with an end in time and size. It knows nothing of what is asked.
 */
export type FetchJson = (
  url: string,
  options: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    /** Ends it sooner. */
    signal?: AbortSignal;
  },
) => Promise<Response>;

/** The whole exchange: connection, request, answer. */
const DEADLINE_MS = 10_000;
/** Keys and claims of a provider are a few kilobytes. */
const BODY_BYTES_MAX = 1_048_576;

export function createFetchJson(egress: Egress): FetchJson {
  return async (text, { method, headers, body, signal }) => {
    const url = new URL(text);
    const deadline = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), ...(signal ? [signal] : [])]);
    const isSecure = url.protocol === "https:";
    const port = Number(url.port || (isSecure ? 443 : 80));
    const socket = await openSocket(egress, { host: url.hostname, port, isSecure }, deadline);
    try {
      const message = httpRequest({
        method,
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host, connection: "close" },
        createConnection: () => socket,
        signal: deadline,
      });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        message.once("response", resolve);
        message.on("error", reject);
      });
      message.end(body);
      return await read(await answered);
    } finally {
      socket.destroy();
    }
  };
}

async function read(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error(`the answer is longer than ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  const status = answer.statusCode ?? 0;
  const isBodyless = status === 204 || status === 205 || status === 304;
  return new Response(isBodyless ? null : Buffer.concat(chunks), { status, headers });
}
