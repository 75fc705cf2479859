import { EVIDENCE_NAMESERVERS_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import type { ServerAddress } from "../collect-context.ts";
import type { NameServerReply } from "./query-server.ts";

/** A resolver that answers about any name. */
export type AskResolver = (name: string, record: "A" | "AAAA" | "NS") => Promise<NameServerReply>;

export type NameServer = { name: string; address: string };
export type Zone = { name: string; servers: readonly NameServer[] };

type FindOptions = {
  ask: AskResolver;
  /** Returns why a server may not be asked; null if it may. */
  check: (server: ServerAddress) => string | null;
  port: number;
};

/** How many labels are removed from a name until its zone is found. */
const ZONE_STEPS_MAX = 6;

/**
 * Finds the zone of a name and its name servers by way of a resolver: the closest parent that has NS records. Servers at
 * addresses that are not allowed are left out. Returns a sentence if no server may be asked.
 */
export async function findNameServers(name: string, options: FindOptions): Promise<Zone | string> {
  const found = await findZone(name, options.ask);
  if (found === null) return `the resolver knows no name servers of ${name}`;
  const hosts = found.hosts.slice(0, EVIDENCE_NAMESERVERS_MAX);
  const looked = await Promise.all(hosts.map((host) => addressOf(host, options)));
  const servers = looked.filter((server): server is NameServer => typeof server === "object");
  if (servers.length > 0) return { name: found.zone, servers };
  return looked.find((problem) => typeof problem === "string") ?? `${found.zone} has no name servers`;
}

async function findZone(name: string, ask: AskResolver): Promise<{ zone: string; hosts: string[] } | null> {
  const labels = name.split(".").filter((label) => label !== "");
  for (let step = 0; step < Math.min(labels.length, ZONE_STEPS_MAX); step += 1) {
    const zone = labels.slice(step).join(".");
    const result = await ask(zone, "NS");
    // Without an answer the parents would have none either.
    if ("error" in result) return null;
    const hosts = result.message.records.filter(({ type }) => type === "NS").map(({ value }) => value);
    if (hosts.length > 0) return { zone, hosts: [...new Set(hosts)].sort() };
  }
  return null;
}

async function addressOf(host: string, { ask, check, port }: FindOptions): Promise<NameServer | string> {
  let problem = `${host} has no address`;
  for (const record of ["A", "AAAA"] as const) {
    const result = await ask(host, record);
    if ("error" in result) continue;
    for (const { type, value } of result.message.records) {
      if (type !== record) continue;
      const refusal = check({ host: value, port });
      if (refusal === null) return { name: host, address: value };
      problem = refusal;
    }
  }
  return problem;
}
