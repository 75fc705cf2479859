import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { Logger } from "../../platform/kernel/logger.ts";
import { sendConnectionError, sendError } from "./error-response.ts";
import { requestIdOf } from "./request-id.ts";

/** Trusted sources of X-Forwarded-For: none, a number of hops, or these addresses and networks. */
export type TrustedProxies = false | number | readonly string[];

/** The largest JSON body. Source: decisions.md, section 1. */
const BODY_BYTES_MAX = 1_048_576;
/** Maximum size of all request headers; error-response.ts reports it. */
const HEADER_BYTES_MAX = 16_384;
/** A whole request must arrive in this time: a mebibyte at 35 kB/s. Ends clients that send a byte a second. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Silence of a connection under a request; longer than any handler, so that it only meets dead peers. */
const CONNECTION_TIMEOUT_MS = 60_000;
/** Longer than the 60 s of common load balancers, so that they never reuse a connection that we just closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A handler that has no answer by then gives up; most routes have less (register-routes.ts). */
const HANDLER_TIMEOUT_MS = 30_000;

/** The bare server with its limits, before anything is served. */
export function createServer(
  { trustedProxies }: { trustedProxies: TrustedProxies },
  log: Logger,
): FastifyInstance {
  const server = Fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: BODY_BYTES_MAX,
    http: { maxHeaderSize: HEADER_BYTES_MAX },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // What arrives on an open connection while we drain is still served; `close` has the deadline.
    return503OnClosing: false,
    trustProxy: believed(trustedProxies),
    // An id of any length is looked up, and is not found: 404. Headers bound the whole URL.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: HEADER_BYTES_MAX },
    clientErrorHandler: sendConnectionError,
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      void sendError(log)(error, request, reply);
    },
  });
  // `read-input.ts` validates inputs and reports all invalid fields at once.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(serializerCompiler);
  return server;
}

/** As Fastify takes it; a number is that of the proxies in front, counted from us. */
function believed(trusted: TrustedProxies) {
  if (typeof trusted === "number") return (_address: string, hop: number) => hop < trusted;
  return trusted === false ? false : [...trusted];
}
