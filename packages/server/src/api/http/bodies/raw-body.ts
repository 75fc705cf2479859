import type { FastifyInstance } from "fastify";

/** Hands the bytes on as they came, whatever they are said to be: a signature is over bytes. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}
