import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { TableCache } from "../../platform/storage/table-cache.ts";
import { PAGE_CHANNEL } from "./queries.ts";
import { listServedPages, listServedRevisions, type ServedPage } from "./served-queries.ts";

/**
 * Finds the page of a request by its slug or its host, in memory, so that pages are found without the database. Knows
 * nothing of what pages show.
 */
export class ServedPages {
  readonly #cache: TableCache<ServedPage>;
  readonly #bySlug = new Map<string, ServedPage>();
  readonly #byOldSlug = new Map<string, ServedPage>();
  readonly #byHost = new Map<string, ServedPage>();
  readonly #claims = new Map<string, Map<string, string>>();
  readonly #dnsOk = new Set<string>();

  /** `onChanged` is called for each change of a page or of what it shows. */
  constructor({
    database,
    log,
    onChanged,
  }: {
    database: Database;
    log: Logger;
    onChanged: (page: ServedPage) => void;
  }) {
    this.#cache = new TableCache<ServedPage>({
      database,
      log,
      channel: PAGE_CHANNEL,
      failedEvent: "status_page.read_failed",
      idOf: ({ id }) => id,
      listRevisions: () => listServedRevisions(database),
      revisionOf: ({ served_revision }) => served_revision,
      find: (db, ids) => listServedPages(db, ids),
      onStored: (page, before) => {
        if (before) this.#remove(before);
        this.#add(page);
        onChanged(page);
      },
      onRemoved: (page) => this.#remove(page),
    });
  }

  start(): Promise<void> {
    return this.#cache.start();
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }

  findBySlug(slug: string): ServedPage | null {
    return this.#bySlug.get(slug) ?? null;
  }

  /** The page that had the slug before; null if it never was one, or too long ago. */
  findByOldSlug(slug: string, nowMs: number): ServedPage | null {
    const page = this.#byOldSlug.get(slug);
    const redirect = page?.redirects.find((one) => one.slug === slug);
    return page && redirect && Date.parse(redirect.until) > nowMs ? page : null;
  }

  /** The page whose verified domain this is. */
  findByHost(host: string): ServedPage | null {
    return this.#byHost.get(host) ?? null;
  }

  /** The token with which a page claims a domain; null if it does not claim it. */
  findClaim({ publicId, host }: { publicId: string; host: string }): string | null {
    return this.#claims.get(publicId)?.get(host) ?? null;
  }

  /** Whether the DNS records of a domain lead to this server, so that a certificate can be requested. */
  leadsHere(host: string): boolean {
    return this.#byHost.has(host) || this.#dnsOk.has(host);
  }

  #add(page: ServedPage): void {
    this.#bySlug.set(page.slug, page);
    for (const { slug } of page.redirects) this.#byOldSlug.set(slug, page);
    this.#claims.set(page.public_id, new Map(page.domains.map(({ host, token }) => [host, token])));
    for (const { host, is_verified, is_dns_ok } of page.domains) {
      if (is_verified) this.#byHost.set(host, page);
      if (is_dns_ok) this.#dnsOk.add(host);
    }
  }

  #remove(page: ServedPage): void {
    deleteOwn(this.#bySlug, page.slug, page);
    for (const { slug } of page.redirects) deleteOwn(this.#byOldSlug, slug, page);
    this.#claims.delete(page.public_id);
    for (const { host } of page.domains) {
      deleteOwn(this.#byHost, host, page);
      this.#dnsOk.delete(host);
    }
  }
}

/** Leaves the entry of another page, which took the key over. */
function deleteOwn(map: Map<string, ServedPage>, key: string, { id }: ServedPage): void {
  if (map.get(key)?.id === id) map.delete(key);
}
