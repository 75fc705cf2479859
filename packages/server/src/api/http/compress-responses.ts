import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Compresses long JSON responses to reads if the client accepts gzip: a list of 2,000 targets shrinks to a tenth. Short
 * responses are sent unchanged, because one more packet costs less than compression. A response with a secret, marked
 * `no-store`, is not compressed, because its length would leak information (BREACH).
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const type = String(reply.getHeader("content-type") ?? "");
    const isLong = typeof payload === "string" && payload.length >= COMPRESSED_FROM_CHARACTERS;
    if (!isLong || request.method !== "GET" || !type.startsWith("application/json")) return payload;
    if (reply.getHeader("cache-control") === "no-store") return payload;
    reply.header("vary", "Accept-Encoding");
    if (!takesGzip(request)) return payload;
    // zlib runs in the thread pool. The fastest level compresses lists of rows as well as any other.
    const compressed = await compress(payload, { level: constants.Z_BEST_SPEED });
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    return compressed;
  });
}

const COMPRESSED_FROM_CHARACTERS = 65_536;

const compress = promisify(gzip);

function takesGzip({ headers }: FastifyRequest): boolean {
  return /(^|[\s,])gzip\s*(,|$)/.test(headers["accept-encoding"]?.toString() ?? "");
}
