import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from "node:http";
import { type EgressDialer, type EgressRefusal, refusalResponse } from "./egress-proxy-dialer.ts";

/** Headers of one connection, not of the message. Source: RFC 9110, section 7.6.1, and what browsers add. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authorization",
  "proxy-authenticate",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Header of responses of the proxy itself, as opposed to the target. */
export const REFUSED_HEADER = "vedette-egress";

/**
 * Forwards one plain HTTP request over its own connection: every request is resolved and classified separately, so no
 * request can be smuggled in after another.
 */
export function forward(dialer: EgressDialer, request: IncomingMessage, response: ServerResponse): void {
  const url = readTarget(request.url ?? "");
  if (url === null) {
    respond(response, 400, "this proxy accepts absolute http URLs and CONNECT\n");
    return;
  }
  const cancel = dialer.open(
    { host: url.hostname, port: Number(url.port || 80) },
    {
      onRefused: (refusal) => refuse(response, refusal),
      onOpen(socket) {
        const outgoing = send({
          createConnection: () => socket,
          method: request.method ?? "GET",
          path: url.pathname + url.search,
          headers: { ...endToEnd(request.headers), host: url.host, connection: "close" },
          setHost: false,
        });
        outgoing.once("response", (incoming) => {
          const headers = endToEnd(incoming.headers);
          delete headers[REFUSED_HEADER];
          response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage ?? "", headers);
          incoming.pipe(response);
          // The response was cut off: the client must not treat a part as complete.
          incoming.once("close", () => {
            if (!incoming.complete) response.destroy();
          });
        });
        outgoing.once("error", (error) => {
          if (response.headersSent) response.destroy();
          else respond(response, 502, `${url.host} broke the connection: ${error.message}\n`);
        });
        response.once("close", () => outgoing.destroy());
        request.pipe(outgoing);
      },
    },
  );
  response.once("close", cancel);
}

function refuse(response: ServerResponse, refusal: EgressRefusal): void {
  const { status, body } = refusalResponse(refusal);
  response.setHeader(REFUSED_HEADER, refusal.code);
  respond(response, status, body);
}

function respond(response: ServerResponse, status: number, body: string): void {
  if (!response.hasHeader(REFUSED_HEADER)) response.setHeader(REFUSED_HEADER, "PROXY");
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(body);
}

function readTarget(target: string): URL | null {
  if (!/^http:\/\//i.test(target) || !URL.canParse(target)) return null;
  const url = new URL(target);
  return url.hostname === "" || url.username !== "" || url.password !== "" ? null : url;
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name)),
  );
}
