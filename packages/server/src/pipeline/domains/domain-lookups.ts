import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { FetchJson } from "../../platform/net/fetch-json.ts";
import type { Db } from "../../platform/storage/database.ts";
import {
  addDomainsOfMonitors,
  blockService,
  type ClaimedDomain,
  claimDomains,
  claimRequest,
  deleteUnwanted,
  postponeLookup,
  saveAnswer,
  saveFailure,
} from "./queries.ts";
import { findService, type RdapServices } from "./rdap/bootstrap.ts";
import { type DomainAnswer, fetchDomain } from "./rdap/rdap-client.ts";
import { loadServices } from "./rdap-services.ts";

/**
 * Looks up the registrations of domains by RDAP, as background work: each domain once for all monitors of all
 * organizations, and each service at a limited rate across all processes. It must not know who needs a domain.
 */

export type DomainLookupDeps = {
  db: Db;
  fetch: FetchJson;
  clock: Clock;
  log: Logger;
  /** URL of the list of RDAP services; null if the operator switched lookups off. */
  bootstrapUrl: string | null;
  /** From 0 to 1. */
  random: () => number;
  /** Between two requests to a service; another value in tests. */
  pauseMs?: number;
};

const HOUR_MS = 3_600_000;
/**
 * Services do not publish their limits. 43,000 requests a day are far below what the largest ones allow, and enough to
 * look up as many domains of one TLD each day.
 */
const PAUSE_MS = 2_000;
/** A registration is looked up again after this time and up to a quarter more, so that lookups spread over the day. */
const REFRESH_MS = 20 * HOUR_MS;
const UNSUPPORTED_REFRESH_MS = 7 * 24 * HOUR_MS;
const JITTER = 0.25;
const RETRY = { firstMs: HOUR_MS, maxMs: 24 * HOUR_MS };
/** Domains at a time; those of different services are looked up at once. */
const BATCH_MAX = 20;
/** A process that dies leaves its domains to the others after this time. */
const CLAIM_MS = 300_000;
/** A service that is free later than this is left to the next run. */
const WAIT_MAX_MS = 10_000;
/** A run takes no more domains after this time; the next one does. */
const RUN_MS = 45_000;
/** A domain that no monitor needs any more. */
const UNWANTED_MS = 30 * 24 * HOUR_MS;

export class DomainLookups {
  readonly #deps: DomainLookupDeps;

  constructor(deps: DomainLookupDeps) {
    this.#deps = deps;
  }

  /** Adds domains of new monitors, forgets those that no one needs, and makes what is due. */
  async refresh(run: { signal: AbortSignal }): Promise<void> {
    if (this.#deps.bootstrapUrl === null) return;
    const { db, clock } = this.#deps;
    await addDomainsOfMonitors(db, new Date(clock.now()));
    await deleteUnwanted(db, new Date(clock.now() - UNWANTED_MS));
    await this.run(run);
  }

  /** Makes the lookups that are due. */
  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    const { db, clock, bootstrapUrl } = this.#deps;
    if (bootstrapUrl === null) return;
    const endMs = clock.monotonic() + RUN_MS;
    while (!signal.aborted && clock.monotonic() < endMs) {
      const nowMs = clock.now();
      const limits = { now: new Date(nowMs), until: new Date(nowMs + CLAIM_MS), limit: BATCH_MAX };
      const claimed = await claimDomains(db, limits);
      if (claimed.length === 0) return;
      const services = await loadServices({ ...this.#deps, bootstrapUrl }, { nowMs, signal });
      await this.#lookUpAll(claimed, services, signal);
    }
  }

  async #lookUpAll(
    claimed: readonly ClaimedDomain[],
    services: RdapServices | null,
    signal: AbortSignal,
  ): Promise<void> {
    if (services === null) {
      for (const each of claimed) await this.#fail(each, "the list of RDAP services was not reached");
      return;
    }
    const byService = Map.groupBy(claimed, ({ domain }) => findService(services, domain));
    await Promise.all(
      [...byService].map(async ([service, domains]) => {
        for (const each of domains)
          if (service === null) await this.#save(each, "unsupported", null);
          else await this.#lookUp(each, service, signal);
      }),
    );
  }

  async #lookUp(each: ClaimedDomain, service: string, signal: AbortSignal): Promise<void> {
    const { db, fetch, clock, log } = this.#deps;
    const freeAt = await this.#awaitService(service, signal);
    if (freeAt !== null) {
      await postponeLookup(db, each.domain, this.#spread(freeAt.getTime(), HOUR_MS));
      return;
    }
    const answer = await fetchDomain(service, each.domain, { fetch, signal, nowMs: clock.now() });
    if (signal.aborted) {
      // The process stops, which says nothing about the service.
      await postponeLookup(db, each.domain, new Date(clock.now()));
      return;
    }
    if (answer.kind === "failed" || answer.kind === "limited")
      log.info("domains.lookup_failed", { domain: each.domain, service, ...answer });
    await this.#store(each, service, answer);
  }

  async #store(each: ClaimedDomain, service: string, answer: DomainAnswer): Promise<unknown> {
    const { db, clock } = this.#deps;
    switch (answer.kind) {
      case "found":
        return this.#save(each, "found", { service, facts: answer.facts });
      case "missing":
        return this.#save(each, "missing", { service, facts: null });
      case "failed":
        return this.#fail(each, answer.message);
      case "limited": {
        const untilMs = clock.now() + answer.retryAfterMs;
        await blockService(db, service, new Date(untilMs));
        const message = `${new URL(service).host} limits requests`;
        return saveFailure(db, { domain: each.domain, message, next: this.#spread(untilMs, HOUR_MS) });
      }
    }
  }

  /** Waits a moment for the service to be free; returns when it is free if that takes longer. */
  async #awaitService(service: string, signal: AbortSignal): Promise<Date | null> {
    const { db, clock, pauseMs = PAUSE_MS } = this.#deps;
    const endMs = clock.monotonic() + WAIT_MAX_MS;
    for (;;) {
      const nowMs = clock.now();
      const freeAt = await claimRequest(db, service, { now: new Date(nowMs), pauseMs });
      if (freeAt === null) return null;
      const waitMs = Math.max(freeAt.getTime() - nowMs, 1);
      if (signal.aborted || clock.monotonic() + waitMs > endMs) return freeAt;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #save(
    { domain }: ClaimedDomain,
    state: "found" | "missing" | "unsupported",
    answered: { service: string; facts: Parameters<typeof saveAnswer>[2]["facts"] } | null,
  ): Promise<unknown> {
    const nowMs = this.#deps.clock.now();
    const refreshMs = state === "unsupported" ? UNSUPPORTED_REFRESH_MS : REFRESH_MS;
    const next = this.#spread(nowMs + refreshMs, refreshMs * JITTER);
    const registry = answered === null ? null : new URL(answered.service).host;
    const facts = answered?.facts ?? null;
    return saveAnswer(this.#deps.db, { domain, state, registry }, { facts, now: new Date(nowMs), next });
  }

  #fail({ domain, failures }: ClaimedDomain, message: string): Promise<unknown> {
    const waitMs = Math.min(RETRY.firstMs * 2 ** Math.min(failures, 10), RETRY.maxMs);
    const next = this.#spread(this.#deps.clock.now() + waitMs, waitMs * JITTER);
    return saveFailure(this.#deps.db, { domain, message, next });
  }

  #spread(fromMs: number, rangeMs: number): Date {
    return new Date(fromMs + this.#deps.random() * rangeMs);
  }
}
