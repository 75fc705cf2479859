import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { RdapServices } from "./rdap/bootstrap.ts";
import type { DomainFacts } from "./rdap/parse-domain.ts";

/* Registrations are public facts that all organizations share, so there is no organization id. */

export type RegistrationRow = {
  domain: string;
  state: "new" | "found" | "missing" | "unsupported";
  registry: string | null;
  expires_at: Date | null;
  registrar: string | null;
  statuses: string[];
  nameservers: string[];
  is_signed: boolean | null;
  fetched_at: Date | null;
  error: string | null;
  failures: number;
  next_lookup_at: Date;
};

const COLUMNS = sql`domain, state, registry, expires_at, registrar, statuses, nameservers, is_signed, fetched_at, error,
  failures, next_lookup_at`;

export const listRegistrations = (db: Db, domains: readonly string[]) =>
  db.rows<RegistrationRow>(sql`
    select ${COLUMNS} from domain_registration where domain = any(${textArray(domains)}::text[])`);

/** Adds a domain, or moves its next lookup to now if the last one did not fail. */
export const wantDomain = (db: Db, domain: string, now: Date) =>
  db.run(sql`
    insert into domain_registration as d (domain, next_lookup_at, wanted_at) values (${domain}, ${now}, ${now})
    on conflict (domain) do update set wanted_at = excluded.wanted_at,
      next_lookup_at = case when d.error is null then least(d.next_lookup_at, excluded.next_lookup_at)
        else d.next_lookup_at end`);

/** Adds the domains of enabled monitors. */
export const addDomainsOfMonitors = (db: Db, now: Date) =>
  db.run(sql`
    insert into domain_registration as d (domain, next_lookup_at, wanted_at)
    select distinct m.domain, ${now}::timestamptz, ${now}::timestamptz
    from monitor m join target t on t.id = m.id
    where m.domain is not null and t.enabled
    order by 1
    on conflict (domain) do update set wanted_at = excluded.wanted_at
      where d.wanted_at < excluded.wanted_at - interval '1 day'`);

export const deleteUnwanted = (db: Db, before: Date) =>
  db.run(sql`delete from domain_registration where wanted_at < ${before}`);

export type ClaimedDomain = Pick<RegistrationRow, "domain" | "failures">;

/** Takes due domains for this process until `until`; another process takes them after that. */
export const claimDomains = (db: Db, { now, until, limit }: { now: Date; until: Date; limit: number }) =>
  db.rows<ClaimedDomain>(sql`
    with due as (
      select domain from domain_registration where next_lookup_at <= ${now} order by next_lookup_at, domain
      limit ${limit} for update skip locked
    )
    update domain_registration d set next_lookup_at = ${until} from due where d.domain = due.domain
    returning d.domain, d.failures`);

/**
 * Takes the next request to a service. Returns null if it may start now, and otherwise when it may.
 */
export async function claimRequest(
  db: Db,
  service: string,
  { now, pauseMs }: { now: Date; pauseMs: number },
): Promise<Date | null> {
  const next = new Date(now.getTime() + pauseMs);
  const taken = await db.run(sql`
    insert into rdap_service as s (url, next_request_at) values (${service}, ${next})
    on conflict (url) do update set next_request_at = excluded.next_request_at where s.next_request_at <= ${now}`);
  if (taken > 0) return null;
  const row = await db.find<{ next_request_at: Date }>(
    sql`select next_request_at from rdap_service where url = ${service}`,
  );
  return row?.next_request_at ?? null;
}

/** The service wants no request before then. */
export const blockService = (db: Db, service: string, until: Date) =>
  db.run(
    sql`update rdap_service set next_request_at = greatest(next_request_at, ${until}) where url = ${service}`,
  );

type Answered = { domain: string; state: "found" | "missing" | "unsupported"; registry: string | null };

const CHANNEL = "domain_changed";

/** Stores an answer, and notifies the schedulers if it differs from the one before, which `before` still reads. */
export const saveAnswer = (
  db: Db,
  { domain, state, registry }: Answered,
  { facts, now, next }: { facts: DomainFacts | null; now: Date; next: Date },
) =>
  db.run(sql`
    with before as (
      select ${COLUMNS} from domain_registration where domain = ${domain}
    ), saved as (
      update domain_registration d set state = ${state}, registry = ${registry},
        expires_at = ${facts?.expiresAtMs == null ? null : new Date(facts.expiresAtMs)}::timestamptz,
        registrar = ${facts?.registrar ?? null}, statuses = ${JSON.stringify(facts?.statuses ?? [])}::jsonb,
        nameservers = ${JSON.stringify(facts?.nameservers ?? [])}::jsonb, is_signed = ${facts?.isSigned ?? null},
        fetched_at = ${now}, error = null, failures = 0, next_lookup_at = ${next}
      where domain = ${domain}
      returning d.*
    )
    select pg_notify(${CHANNEL}, s.domain) from saved s join before b on b.domain = s.domain
    where b.error is not null
      or (b.state, b.expires_at, b.registrar, b.statuses, b.nameservers, b.is_signed)
        is distinct from (s.state, s.expires_at, s.registrar, s.statuses, s.nameservers, s.is_signed)`);

export const saveFailure = (
  db: Db,
  { domain, message, next }: { domain: string; message: string; next: Date },
) =>
  db.run(sql`
    with before as (
      select domain, error from domain_registration where domain = ${domain}
    ), saved as (
      update domain_registration set error = ${message}, failures = failures + 1, next_lookup_at = ${next}
      where domain = ${domain}
      returning domain
    )
    select pg_notify(${CHANNEL}, s.domain) from saved s join before b on b.domain = s.domain where b.error is null`);

/** Moves a lookup that was not made. */
export const postponeLookup = (db: Db, domain: string, next: Date) =>
  db.run(sql`update domain_registration set next_lookup_at = ${next} where domain = ${domain}`);

export type BootstrapRow = {
  url: string;
  services: RdapServices;
  etag: string | null;
  last_modified: string | null;
  next_fetch_at: Date;
};

export const findBootstrap = (db: Db) =>
  db.find<BootstrapRow>(sql`select url, services, etag, last_modified, next_fetch_at from rdap_bootstrap`);

export const saveBootstrap = (db: Db, { url, services, etag, last_modified, next_fetch_at }: BootstrapRow) =>
  db.run(sql`
    insert into rdap_bootstrap (url, services, etag, last_modified, next_fetch_at)
    values (${url}, ${JSON.stringify(services)}::jsonb, ${etag}, ${last_modified}, ${next_fetch_at})
    on conflict (single) do update set url = excluded.url, services = excluded.services, etag = excluded.etag,
      last_modified = excluded.last_modified, next_fetch_at = excluded.next_fetch_at`);
