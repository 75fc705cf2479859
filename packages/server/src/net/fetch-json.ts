import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { connect } from "./connect.ts";
import type { Egress } from "./egress.ts";

/**
 * `fetch` for small answers of services that the operator has named: over a connection that the egress policy
 * has let through, without redirects, with an end in time and size. It knows nothing of what is asked.
 */
export type FetchJson = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>;

/** The whole exchange: connection, request, answer. */
const DEADLINE_MS = 10_000;
/** Keys and claims of a provider are a few kilobytes. */
const BODY_BYTES_MAX = 1_048_576;

export function createFetchJson(egress: Egress): FetchJson {
  return async (text, { method, headers, body }) => {
    const url = new URL(text);
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const socket = await open(egress, url, deadline);
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

function open(egress: Egress, url: URL, deadline: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    const giveUp = connect(
      egress,
      {
        host: url.hostname,
        port: Number(url.port || (isSecure ? 443 : 80)),
        tls: isSecure ? { alpn: null, verify: true } : null,
      },
      {
        onResolved: ignore,
        onAddress: ignore,
        onConnected: ignore,
        onCertificate: ignore,
        onOpen: resolve,
        onFailure: (failure) =>
          reject(failure instanceof Error ? failure : new Error(`${url.host}: ${failure.error.message}`)),
      },
    );
    deadline.addEventListener("abort", () => {
      giveUp();
      reject(new Error(`${url.host} did not answer within ${DEADLINE_MS / 1_000} s`));
    });
  });
}

/** Marks that only a check takes. */
function ignore(): void {}

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
