import { promises as dns } from "node:dns";

/** Looks up records of a name with the resolver of the system; no record and no such name are empty lists. */
export type DnsRecords = {
  cname(name: string): Promise<string[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
  /** The strings of each TXT record, joined. */
  txt(name: string): Promise<string[]>;
};

/** A name server that does not answer is asked twice. */
const OPTIONS = { timeout: 2_000, tries: 2 };
/** Records of one name that are read; more of them decide nothing. */
const RECORDS_MAX = 50;

/** Throws an Error with a message if the name servers do not answer. */
export function createDnsRecords(servers?: readonly string[]): DnsRecords {
  const resolver = new dns.Resolver(OPTIONS);
  if (servers) resolver.setServers(servers);
  const list = async <T>(looked: Promise<T[]>): Promise<T[]> => {
    try {
      return (await looked).slice(0, RECORDS_MAX);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  };
  return {
    cname: (name) => list(resolver.resolveCname(name)),
    addresses: async (name) => [
      ...(await list(resolver.resolve4(name))),
      ...(await list(resolver.resolve6(name))),
    ],
    txt: async (name) => (await list(resolver.resolveTxt(name))).map((parts) => parts.join("")),
  };
}

function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "ENODATA" || error.code === "ENOTFOUND")
  );
}
