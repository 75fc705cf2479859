import type { FastifyReply } from "fastify";

/**
 * What a browser may do on a status page: load its own files, and nothing else. Custom CSS is a file of its own, so that
 * no text can end a style element.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function setPolicy(reply: FastifyReply): void {
  reply.header("content-security-policy", POLICY);
  reply.header("referrer-policy", "no-referrer");
}
