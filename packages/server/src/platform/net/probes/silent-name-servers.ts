import { Resolver } from "node:dns/promises";

/** RFC 6761: a name below it never exists, so each answer of a resolver is as good as another. */
const NAME = "self-check.invalid";
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** The codes of c-ares for servers that did not answer. */
const SILENT = new Set(["ETIMEOUT", "ECONNREFUSED"]);

/**
 * Asks the name servers of this machine, or those given as addresses with ports, for a name that cannot exist. Returns
 * their addresses if none of them answers, otherwise none.
 */
export async function findSilentNameServers(servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  try {
    await resolver.resolve4(NAME);
    return [];
  } catch (error) {
    const isSilent = error instanceof Error && "code" in error && SILENT.has(String(error.code));
    return isSilent ? resolver.getServers() : [];
  }
}
