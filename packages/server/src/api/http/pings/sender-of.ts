import type { FastifyRequest } from "fastify";

const USER_AGENT_LENGTH_MAX = 200;

/** A server that listens on IPv6 sees IPv4 addresses so. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** What is stored of the sender of a ping. */
export function senderOf({ method, ip, headers }: Pick<FastifyRequest, "method" | "ip" | "headers">) {
  const userAgent = headers["user-agent"]?.slice(0, USER_AGENT_LENGTH_MAX).toWellFormed() ?? null;
  return { method, source: ip.replace(MAPPED_IPV4, ""), userAgent };
}
