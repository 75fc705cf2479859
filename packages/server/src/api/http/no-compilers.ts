/**
 * Instead of Fastify's compilers of JSON Schema, which it loads unless it is given others: 2 MB. A server with it sets
 * compilers of its own.
 */
export const NO_COMPILERS = { buildValidator: notSet, buildSerializer: notSet };

function notSet(): never {
  throw new Error("the server has no compiler of its own");
}
