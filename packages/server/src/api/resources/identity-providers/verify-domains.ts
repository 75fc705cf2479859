import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { type AuditContext, type Audited, audit, recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { DnsRecords } from "../../../platform/net/probes/dns-records.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isUniqueViolation } from "../../../platform/storage/database-errors.ts";
import { notifyAccessChanged } from "../../../platform/storage/notify-access-changed.ts";
import { type DomainRow, findProviderDomain, listProviderDomains, verifyProviderDomain } from "./queries.ts";
import { getProviderRow, type ProviderReadContext, proofOf, readProvider } from "./service.ts";

/** A domain belongs to one provider of one organization: the first that proves it. */

type VerifyContext = AuditContext &
  ProviderReadContext & { inTransaction<T>(work: (ctx: AuditContext) => Promise<T>): Promise<T> };

/** Looks for the TXT records of the domains that are not verified yet. */
export async function verifyDomains(
  ctx: VerifyContext,
  dns: Pick<DnsRecords, "txt">,
  id: string,
): Promise<IdentityProvider> {
  const row = await getProviderRow(ctx, { id, lock: false });
  const waiting = (await listProviderDomains(ctx.db, [id])).filter(({ verified_at }) => verified_at === null);
  for (const domain of waiting) {
    if (await isProven(dns, domain)) await ctx.inTransaction((inner) => storeAudited(inner, domain));
  }
  return readProvider(ctx, row);
}

/**
 * Verifies a domain by the word of the operator, without a TXT record. The issuer is given once more, because the admin of
 * the organization can change it at any time. A domain that is verified already stays as it is.
 */
export async function verifyDomainByOperator(
  db: Db,
  { providerId, domain, issuer }: { providerId: string; domain: string; issuer: string },
  clock: Clock,
): Promise<{ organization: string }> {
  const found = UUID_PATTERN.test(providerId) ? await findProviderDomain(db, { providerId, domain }) : null;
  if (!found) {
    throw new AppError(
      "NOT_FOUND",
      `No identity provider with the id ${providerId} has the domain ${domain}. 'vdt identity-providers list -o yaml' shows both.`,
    );
  }
  if (found.issuer !== issuer) {
    throw new AppError(
      "BAD_REQUEST",
      `The identity provider has the issuer ${found.issuer} and not ${issuer}. If that is right, repeat the command with it.`,
    );
  }
  const orgId = found.org_id;
  const audited = await store({ db, orgId, clock }, found);
  const actor = { kind: "system" as const, id: null, name: "command line" };
  if (audited) await recordWrite(db, { ...audited, orgId, actor, nowMs: clock.now() });
  return { organization: found.org_name };
}

async function storeAudited(ctx: AuditContext, row: DomainRow): Promise<void> {
  const audited = await store(ctx, row);
  if (audited) await audit(ctx, audited);
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

/** Returns the entry for the audit log; null if the domain is verified already or removed. */
async function store(
  { db, orgId, clock }: Pick<AuditContext, "db" | "orgId" | "clock">,
  row: DomainRow,
): Promise<Audited | null> {
  try {
    if ((await verifyProviderDomain(db, row, new Date(clock.now()))) === 0) return null;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "BAD_REQUEST",
      `${row.domain} belongs to another identity provider. Remove it there first.`,
    );
  }
  await notifyAccessChanged(db, orgId);
  return {
    action: "identity_provider.verify_domain",
    target: { type: "identity_provider", id: row.provider_id },
    after: { domain: row.domain },
  };
}
