import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { type ConnectionFactsRow, upsertConnectionFacts } from "./queries.ts";

/**
 * Keys of what answered a check: runner, address, certificate. They repeat from check to check, so a
 * result carries four bytes for them and this remembers the keys.
 */
export type ConnectionFacts = {
  keysOf(reports: readonly CheckReport[]): Promise<ReadonlyMap<CheckReport, number>>;
};

/** Keys remembered; beyond it all are forgotten and read again as they come. */
const KNOWN_MAX = 200_000;

export function createConnectionFacts({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): ConnectionFacts {
  const known = new Map<string, number>();
  let day = "";

  return {
    async keysOf(reports) {
      // Retention drops what was not used for long, so each day every key is said to be in use once.
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      if (today !== day || known.size > KNOWN_MAX) known.clear();
      day = today;
      const names = new Map(reports.map((report) => [report, peerOf(report)]));
      const missing = new Map<string, ConnectionFactsRow>();
      for (const { name, peer } of names.values()) if (!known.has(name)) missing.set(name, peer);
      if (missing.size > 0) {
        const keys = await upsertConnectionFacts(database, [...missing.values()]);
        [...missing.keys()].forEach((name, index) => {
          known.set(name, keys[index] ?? 0);
        });
      }
      return new Map(reports.map((report) => [report, known.get(names.get(report)?.name ?? "") ?? 0]));
    },
  };
}

function peerOf(report: CheckReport): { name: string; peer: ConnectionFactsRow } {
  const { runner, outcome } = report;
  const tls = outcome?.tls ?? null;
  const peer: ConnectionFactsRow = {
    runner,
    ip: outcome?.ip ?? null,
    tlsExpiresAtMs: tls?.expiresAtMs ?? null,
    tlsIssuer: tls?.issuer ?? null,
    tlsProtocol: tls?.protocol ?? null,
  };
  const name = `${runner}|${peer.ip}|${peer.tlsExpiresAtMs}|${peer.tlsIssuer}|${peer.tlsProtocol}`;
  return { name, peer };
}
