import type { Logger } from "../../platform/kernel/logger.ts";
import type { FetchJson } from "../../platform/net/fetch-json.ts";
import type { Db } from "../../platform/storage/database.ts";
import { findBootstrap, saveBootstrap } from "./queries.ts";
import type { RdapServices } from "./rdap/bootstrap.ts";
import { fetchBootstrap } from "./rdap/rdap-client.ts";

export type RdapServicesDeps = { db: Db; fetch: FetchJson; log: Logger; bootstrapUrl: string };

/** IANA changes the list some times a week. */
const BOOTSTRAP_MAX_AGE_MS = 86_400_000;
/** After a failure the stored list is used, and asked for again after this time. */
const BOOTSTRAP_RETRY_MS = 3_600_000;

/** Returns the list of RDAP services: the stored one for a day, then a newer one. Null if there is none. */
export async function loadServices(
  { db, fetch, log, bootstrapUrl }: RdapServicesDeps,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<RdapServices | null> {
  const stored = await findBootstrap(db);
  const known = stored?.url === bootstrapUrl ? stored : null;
  if (known && known.next_fetch_at.getTime() > nowMs) return servicesOf(known.services);
  const validators = { etag: known?.etag ?? null, lastModified: known?.last_modified ?? null };
  const answer = await fetchBootstrap(bootstrapUrl, { fetch, signal, ...validators });
  const next = (ms: number) => new Date(nowMs + ms);
  switch (answer.kind) {
    case "new": {
      const { services, etag, lastModified: last_modified } = answer;
      const next_fetch_at = next(BOOTSTRAP_MAX_AGE_MS);
      await saveBootstrap(db, { url: bootstrapUrl, services, etag, last_modified, next_fetch_at });
      log.info("domains.services_loaded", { url: bootstrapUrl, services: services.length });
      return services;
    }
    case "unchanged":
      if (known === null) return null;
      await saveBootstrap(db, { ...known, next_fetch_at: next(BOOTSTRAP_MAX_AGE_MS) });
      return known.services;
    case "failed": {
      log.warn("domains.services_failed", { url: bootstrapUrl, message: answer.message });
      const row = known ?? { url: bootstrapUrl, services: [], etag: null, last_modified: null };
      await saveBootstrap(db, { ...row, next_fetch_at: next(BOOTSTRAP_RETRY_MS) });
      return servicesOf(row.services);
    }
  }
}

/** An empty list stands for one that was never loaded. */
function servicesOf(services: RdapServices): RdapServices | null {
  return services.length === 0 ? null : services;
}
