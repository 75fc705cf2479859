import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { type ConnectionFactsRow, upsertConnectionFacts } from "./queries.ts";

/** Maximum number of cached keys; above it the cache is cleared. */
const KNOWN_MAX = 200_000;

/**
 * Keys of the connection facts of checks: runner, IP address, certificate. They repeat from check to check,
 * so a result stores a four-byte key, and this caches the keys.
 */
export class ConnectionFacts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #known = new Map<string, number>();
  #day = "";

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  async keysOf(reports: readonly CheckReport[]): Promise<ReadonlyMap<CheckReport, number>> {
    const known = this.#known;
    // Retention deletes unused facts, so each key is marked as used once a day.
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    if (today !== this.#day || known.size > KNOWN_MAX) known.clear();
    this.#day = today;
    const names = new Map(reports.map((report) => [report, factsOf(report)]));
    const missing = new Map<string, ConnectionFactsRow>();
    for (const { name, facts } of names.values()) if (!known.has(name)) missing.set(name, facts);
    if (missing.size > 0) {
      const keys = await upsertConnectionFacts(this.#database, [...missing.values()]);
      for (const [index, name] of [...missing.keys()].entries()) known.set(name, keys[index] ?? 0);
    }
    return new Map(reports.map((report) => [report, known.get(names.get(report)?.name ?? "") ?? 0]));
  }
}

function factsOf(report: CheckReport): { name: string; facts: ConnectionFactsRow } {
  const { runner, outcome } = report;
  const tls = outcome?.tls ?? null;
  const facts: ConnectionFactsRow = {
    runner,
    ip: outcome?.ip ?? null,
    tlsExpiresAtMs: tls?.expiresAtMs ?? null,
    tlsIssuer: tls?.issuer ?? null,
    tlsProtocol: tls?.protocol ?? null,
  };
  const name = `${runner}|${facts.ip}|${facts.tlsExpiresAtMs}|${facts.tlsIssuer}|${facts.tlsProtocol}`;
  return { name, facts };
}
