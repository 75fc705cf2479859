import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { DnsRecords } from "../../../platform/net/probes/dns-records.ts";
import { isUniqueViolation } from "../../../platform/storage/database-errors.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import { type DomainRow, listProviderDomains, verifyProviderDomain } from "./queries.ts";
import { getProviderRow, type ProviderReadContext, proofOf, readProvider } from "./service.ts";

/**
 * Looks for the TXT records of the domains of a provider that are not verified yet. A domain belongs to one provider of
 * one organization: the first that proves it.
 */

type VerifyContext = AuditContext &
  ProviderReadContext & { inTransaction<T>(work: (ctx: AuditContext) => Promise<T>): Promise<T> };

export async function verifyDomains(
  ctx: VerifyContext,
  dns: Pick<DnsRecords, "txt">,
  id: string,
): Promise<IdentityProvider> {
  const row = await getProviderRow(ctx, { id, lock: false });
  const waiting = (await listProviderDomains(ctx.db, [id])).filter(({ verified_at }) => verified_at === null);
  for (const domain of waiting) {
    if (await isProven(dns, domain)) await ctx.inTransaction((inner) => store(inner, domain));
  }
  return readProvider(ctx, row);
}

async function isProven(dns: Pick<DnsRecords, "txt">, domain: DomainRow): Promise<boolean> {
  const { record_name, record_value } = proofOf(domain);
  try {
    return (await dns.txt(record_name)).some((text) => text.trim() === record_value);
  } catch (error) {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      `The name servers of ${domain.domain} do not answer. Try again in a minute.`,
      { cause: error },
    );
  }
}

async function store(ctx: AuditContext, row: DomainRow): Promise<void> {
  const { db, orgId, clock } = ctx;
  try {
    if ((await verifyProviderDomain(db, row, new Date(clock.now()))) === 0) return;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "BAD_REQUEST",
      `${row.domain} belongs to another identity provider. Remove it there first.`,
    );
  }
  await notifyAccessChanged(db, orgId);
  await audit(ctx, {
    action: "identity_provider.verify_domain",
    target: { type: "identity_provider", id: row.provider_id },
    after: { domain: row.domain },
  });
}
