import type { FastifyInstance } from "fastify";

/** Passes the bytes through unchanged, with any content type, because a signature covers bytes. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}
