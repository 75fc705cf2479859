import { Resolver } from "node:dns/promises";
import type { FoundProblem } from "./problem-watch.ts";

/** RFC 6761: a name below it never exists, so each answer of a resolver is as good as another. */
const NAME = "self-check.invalid";
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** The codes of c-ares for servers that did not answer. */
const SILENT = new Set(["ETIMEOUT", "ECONNREFUSED"]);

/** Asks the resolvers of this machine, or those given as addresses with ports, for a name that cannot exist. */
export async function findDnsProblem(servers?: readonly string[]): Promise<FoundProblem | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  try {
    await resolver.resolve4(NAME);
    return null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && SILENT.has(String(error.code)))) return null;
    const asked = resolver.getServers();
    const whom =
      asked.length === 1 ? `The name server ${asked[0]} does` : `The name servers ${asked.join(", ")} do`;
    return {
      code: "dns_silent",
      message: `${whom} not answer this machine, so checks of host names fail. Correct /etc/resolv.conf, or the network.`,
    };
  }
}
