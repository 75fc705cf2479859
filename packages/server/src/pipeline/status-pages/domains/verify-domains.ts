import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { isUniqueViolation } from "../../../platform/storage/database-errors.ts";
import { notifyPageChanged } from "../queries.ts";
import { checkDomain, type DomainCheckDeps } from "./check-domain.ts";
import { type DomainCheck, listDueDomains, type PageDomainRow, saveDomainCheck } from "./domain-queries.ts";

/** Verifies domains that pages claim: a new one at once and then less and less often, for a week. */

export type VerifyDeps = DomainCheckDeps & { database: Database; clock: Clock };

const RETRY_FIRST_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
const RETRY_FOR_MS = 7 * 86_400_000;
/** Each takes up to half a minute if nothing answers. */
const DOMAINS_AT_ONCE = 8;

/** Checks the domains that are due, of all organizations. */
export async function verifyDueDomains(
  deps: VerifyDeps & { log: Logger },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const now = new Date(deps.clock.now());
  const due = await listDueDomains(deps.database, { now, limit: DOMAINS_AT_ONCE });
  await Promise.all(
    due.map(async (row) => {
      if (signal.aborted) return;
      try {
        await verifyDomain(deps, row);
      } catch (error) {
        deps.log.warn("status_page.domain_check_failed", { domain_id: row.id, ...errorFacts(error) });
      }
    }),
  );
}

/** Checks a domain now and stores the outcome; no transaction is open meanwhile. */
export async function verifyDomain(
  deps: VerifyDeps,
  row: PageDomainRow & { slug: string; public_id: string },
): Promise<DomainCheck> {
  const { host, slug, token } = row;
  const { dnsOk, error } = await checkDomain(deps, { host, slug, token, publicId: row.public_id });
  const nowMs = deps.clock.now();
  const check: DomainCheck = {
    dns_ok: dnsOk,
    checked_at: new Date(nowMs),
    // A verified domain stays verified: a fault of DNS must not take the page away.
    verified_at: row.verified_at ?? (error === null ? new Date(nowMs) : null),
    error,
    next_check_at: row.verified_at === null && error !== null ? nextCheck(row, nowMs) : null,
  };
  return await store(deps, row, check);
}

async function store({ database }: VerifyDeps, row: PageDomainRow, check: DomainCheck): Promise<DomainCheck> {
  const taken = {
    ...check,
    verified_at: null,
    error: `${row.host} is verified for another status page. Remove it there first.`,
  };
  try {
    return await database.transaction(async (db) => {
      const isStored = (await saveDomainCheck(db, row, check)) > 0;
      if (!isStored) await saveDomainCheck(db, row, taken);
      await notifyPageChanged(db, row.page_id);
      return isStored ? check : taken;
    });
  } catch (error) {
    // Two pages verified the name at the same instant.
    if (!isUniqueViolation(error)) throw error;
    await saveDomainCheck(database, row, taken);
    return taken;
  }
}

function nextCheck({ created_at }: PageDomainRow, nowMs: number): Date | null {
  const ageMs = nowMs - created_at.getTime();
  if (ageMs > RETRY_FOR_MS) return null;
  return new Date(nowMs + Math.min(RETRY_MAX_MS, Math.max(RETRY_FIRST_MS, ageMs / 4)));
}
