import { findSilentNameServers } from "../../../platform/net/probes/silent-name-servers.ts";
import type { FoundProblem } from "./problem-watch.ts";

/** Checks of host names fail if no name server answers. `servers` are those of this machine if they are not given. */
export async function findDnsProblem(servers?: readonly string[]): Promise<FoundProblem | null> {
  const silent = await findSilentNameServers(servers);
  if (silent.length === 0) return null;
  const whom =
    silent.length === 1 ? `The name server ${silent[0]} does` : `The name servers ${silent.join(", ")} do`;
  return {
    code: "dns_silent",
    message: `${whom} not answer this machine, so checks of host names fail. Correct /etc/resolv.conf, or the network.`,
  };
}
