import {
  createServer as createNodeServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import Fastify, { type FastifyInstance } from "fastify";

import type { Logger } from "../../platform/kernel/logger.ts";
import { sendConnectionError, sendError } from "./error-response.ts";
import { NO_COMPILERS } from "./no-compilers.ts";
import { requestIdOf } from "./request-id.ts";
import { compileSerializer } from "./response-serializer.ts";

/** Trusted sources of X-Forwarded-For: none, a number of hops, or a list of addresses and networks. */
export type TrustedProxies = false | number | readonly string[];

/** Maximum size of a JSON body. */
const BODY_BYTES_MAX = 1_048_576;
/** Maximum size of all request headers; error-response.ts names it. */
const HEADER_BYTES_MAX = 16_384;
/**
 * Maximum time to receive a whole request: a mebibyte at 35 kB/s. Ends clients that send a byte per second.
 */
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Idle timeout of a connection with a request in flight. Longer than any handler, so that it only ends dead
 * connections.
 */
const CONNECTION_TIMEOUT_MS = 60_000;
/**
 * Longer than the 60 s of common load balancers, so that they never reuse a connection that the server just
 * closed.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Timeout of a handler. Most routes have a shorter one (register-routes.ts). */
const HANDLER_TIMEOUT_MS = 30_000;

type Hooks = {
  /** Returns the path to route. */
  rewriteUrl?: (request: Pick<IncomingMessage, "url" | "headers">) => string;
  /** Answers a request before Fastify sees it, or returns false. */
  answerEarly?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** Creates the server with its limits and without routes. */
export function createServer(
  { trustedProxies }: { trustedProxies: TrustedProxies },
  log: Logger,
  { rewriteUrl = ({ url }) => url ?? "/", answerEarly = () => false }: Hooks = {},
): FastifyInstance {
  const server = Fastify({
    rewriteUrl,
    serverFactory: (handle) =>
      createHttpServer((request, response) => {
        if (!answerEarly(request, response)) handle(request, response);
      }),
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: BODY_BYTES_MAX,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // Requests on open connections are still served while the server drains; `close` has the deadline.
    return503OnClosing: false,
    trustProxy: proxyHops(trustedProxies),
    // Ids of any length are looked up and return 404; the header limit bounds the URL.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: HEADER_BYTES_MAX },
    schemaController: { compilersFactory: NO_COMPILERS },
    clientErrorHandler: sendConnectionError,
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      void sendError(log)(error, request, reply);
    },
  });
  // `read-input.ts` validates inputs and reports all invalid fields at once.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(compileSerializer);
  return server;
}

/** With a server of our own, Fastify does not set its time limits. */
function createHttpServer(listener: RequestListener): Server {
  const server = createNodeServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    listener,
  );
  return server.setTimeout(CONNECTION_TIMEOUT_MS);
}

/** Converts the setting to Fastify's format; a number is the count of proxies, starting with the nearest. */
function proxyHops(trusted: TrustedProxies) {
  if (typeof trusted === "number") return (_address: string, hop: number) => hop < trusted;
  return trusted === false ? false : [...trusted];
}
