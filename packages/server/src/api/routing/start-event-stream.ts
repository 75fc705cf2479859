import type { FastifyReply } from "fastify";

/** Takes over a response and writes the headers of an event stream. */
export function startEventStream(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...definedHeaders(reply.getHeaders()),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // A connection kept alive after the stream's end would delay a shutdown.
    connection: "close",
    // Without this, nginx buffers events.
    "x-accel-buffering": "no",
  });
}

function definedHeaders(headers: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}
