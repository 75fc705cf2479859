import type { FastifyInstance } from "fastify";
import { DOMAIN_TOKEN_PATH } from "../../pipeline/status-pages/domains/check-domain.ts";
import type { ServedPages } from "../../pipeline/status-pages/served-pages.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import { hostName } from "./page-hosts.ts";

type DomainChecksDeps = { pages: ServedPages; statusDomain: string | null };

/**
 * Answers the verification of a domain, and a proxy that asks whether it may request a certificate: without that question
 * strangers could make it request certificates without limit.
 */
export function serveDomainChecks(server: FastifyInstance, { pages, statusDomain }: DomainChecksDeps): void {
  const options = { config: { access: "public" }, schema: { hide: true } } as const;
  server.get<{ Params: { publicId: string } }>(
    `${DOMAIN_TOKEN_PATH}/:publicId`,
    options,
    async (request, reply) => {
      const host = hostName(request.headers.host);
      const token = host && pages.findClaim({ publicId: request.params.publicId, host });
      if (!token) throw new AppError("NOT_FOUND", "No status page claims this domain.");
      return reply.type("text/plain; charset=utf-8").header("cache-control", "no-store").send(token);
    },
  );
  server.get<{ Querystring: { domain?: string } }>("/internal/tls/ask", options, async (request, reply) => {
    const { domain } = request.query;
    const host = hostName(typeof domain === "string" ? domain : undefined);
    if (host === null || !mayHaveCertificate(host, { pages, statusDomain }))
      throw new AppError("NOT_FOUND", "This domain belongs to no status page.");
    return reply.header("cache-control", "no-store").send({ domain: host });
  });
}

function mayHaveCertificate(host: string, { pages, statusDomain }: DomainChecksDeps): boolean {
  if (pages.leadsHere(host)) return true;
  const suffix = statusDomain === null ? null : `.${statusDomain}`;
  return suffix !== null && host.endsWith(suffix) && pages.findBySlug(host.slice(0, -suffix.length)) !== null;
}
