import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../platform/kernel/errors.ts";

/** A stored file as the answer to a request: whole, in part, or not at all where the caller has it already. */
export type FileResponse = {
  contentType: string;
  /** Whether a browser may show it; it saves anything else. */
  isInline: boolean;
  fileName: string;
  bytes: number;
  /** Stands for the content, which never changes. */
  etag: string;
  /** Null when the file is gone. */
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
    // Of an empty answer Fastify would say that it has no bytes.
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
 * Files come from untrusted pages and scripts: their content must not run in our origin.
 * They are private to the caller and revalidated each time, so that revoked access applies at once.
 */
function headersOf({ contentType, isInline, fileName, etag }: FileResponse): Record<string, string> {
  return {
    "content-type": contentType,
    "content-disposition": `${isInline ? "inline" : "attachment"}; filename="${fileName}"`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    etag,
  };
}

/**
 * The one range that is asked for; null for the whole file. A range that is malformed, lies outside or is one
 * of several is ignored, as RFC 9110, section 14.2, allows: there is no error for it that callers would know.
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
