import type { Config } from "../../platform/config/config.ts";
import type { OwnPort } from "../../platform/net/egress-policy.ts";
import { type HostPort, type HostResolver, resolveHostPorts } from "../../platform/net/resolve-host-ports.ts";

/**
 * Ports of Vedette that no check may reach: the API on every address of this machine, the database, and NATS.
 * Host names are resolved once, at start.
 */
export async function findOwnPorts(
  { database, nats }: Pick<Config, "database" | "nats">,
  apiPort: number,
  resolver?: HostResolver,
): Promise<OwnPort[]> {
  const hostPorts = [...databaseHostPorts(database), ...natsHostPorts(nats)];
  return [{ port: apiPort }, ...(await resolveHostPorts(hostPorts, resolver))];
}

/** Empty for a database that is embedded or reached by a Unix socket: neither has a port. */
function databaseHostPorts({ url: secret }: Config["database"]): HostPort[] {
  const url = secret?.reveal();
  if (!url || !URL.canParse(url)) return [];
  const { hostname, port } = new URL(url);
  return hostname === "" ? [] : [{ host: bare(hostname), port: Number(port || 5_432) }];
}

function natsHostPorts(nats: Config["nats"]): HostPort[] {
  const urls = nats?.url.reveal().split(",") ?? [];
  return urls.map((text) => {
    const { hostname, port } = new URL(text.trim());
    return { host: bare(hostname), port: Number(port || 4_222) };
  });
}

/** Removes the brackets of an IPv6 address. */
function bare(hostname: string): string {
  return hostname.replaceAll(/[[\]]/g, "");
}
