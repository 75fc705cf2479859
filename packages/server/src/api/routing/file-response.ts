import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../platform/kernel/errors.ts";

/** Sends a stored file: whole, a range, or 304 if the caller already has it. */
export type FileResponse = {
  contentType: string;
  /** Whether a browser may display it; otherwise it is downloaded. */
  isInline: boolean;
  fileName: string;
  bytes: number;
  /** Identifies the content, which never changes. */
  etag: string;
  /** Whether a page of this server may show it in a frame, with the styles that it contains; default: none. */
  framing?: "own-origin" | "none";
  /** Returns null if the file no longer exists. */
  open(range: ByteRange | undefined): Promise<Readable | null>;
};

type ByteRange = { start: number; end: number };

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse,
): Promise<FastifyReply> {
  reply.headers(headersOf(file));
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  const range = rangeOf(request, file);
  if (request.method === "HEAD") {
    reply.header("content-length", file.bytes);
    // With an empty body, Fastify would set Content-Length to 0.
    return reply.send(Readable.from([]));
  }
  const stream = await file.open(range ?? undefined);
  if (stream === null) throw notFound("file any more");
  if (range === null) return reply.header("content-length", file.bytes).send(stream);
  return reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${file.bytes}`)
    .header("content-length", range.end - range.start + 1)
    .send(stream);
}

/**
 * Files come from untrusted pages and scripts, so their content must not run in the server's origin. They are
 * private to the caller and revalidated each time, so revoked access takes effect at once.
 */
function headersOf({ contentType, isInline, fileName, etag, framing }: FileResponse): Record<string, string> {
  const policy = "sandbox; default-src 'none'";
  const isFramed = framing === "own-origin";
  return {
    "content-type": contentType,
    "content-disposition": `${isInline ? "inline" : "attachment"}; filename="${fileName}"`,
    "content-security-policy": isFramed
      ? `${policy}; style-src 'unsafe-inline'; frame-ancestors 'self'`
      : policy,
    ...(isFramed && { "x-frame-options": "SAMEORIGIN" }),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    etag,
  };
}

/**
 * Returns the one requested range, or null for the whole file. A range that is malformed, out of bounds or
 * one of several is ignored, as RFC 9110, section 14.2, allows.
 */
function rangeOf({ headers, method }: FastifyRequest, { bytes, etag }: FileResponse): ByteRange | null {
  const { range, "if-range": ifRange } = headers;
  if (method !== "GET" || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, from, to] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(range ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  const start = from === "" ? Math.max(bytes - Number(to), 0) : Number(from);
  const end = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start <= end ? { start, end } : null;
}
