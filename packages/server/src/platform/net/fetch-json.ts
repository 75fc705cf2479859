import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Egress } from "./egress.ts";
import { openSocket } from "./open-socket.ts";

/**
 * `fetch` for small responses of services that the operator configured: over a connection that the egress policy
 * allows, without redirects, limited in time and size. It knows nothing of the content.
 */
export type FetchJson = (
  url: string,
  options: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    /** Aborts the request early. */
    signal?: AbortSignal;
  },
) => Promise<Response>;

/** Deadline of the whole exchange: connection, request, response. */
const DEADLINE_MS = 10_000;
/** Keys and claims of an identity provider are a few kilobytes. */
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
      const headReceived = new Promise<IncomingMessage>((resolve, reject) => {
        message.once("response", resolve);
        message.on("error", reject);
      });
      message.end(body);
      return await read(await headReceived);
    } finally {
      socket.destroy();
    }
  };
}

async function read(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error(`the response is longer than ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  const status = response.statusCode ?? 0;
  const isBodyless = status === 204 || status === 205 || status === 304;
  return new Response(isBodyless ? null : Buffer.concat(chunks), { status, headers });
}
