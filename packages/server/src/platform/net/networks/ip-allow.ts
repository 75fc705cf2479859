import ipaddr from "ipaddr.js";

/** Lists of IP addresses and networks in CIDR notation that may use something. */

/** Returns an address or a network in its normal form, or null. */
export function toNetwork(text: string): string | null {
  try {
    if (!text.includes("/")) return ipaddr.process(text).toString();
    const [address, bits] = ipaddr.parseCIDR(text);
    return `${address.toString()}/${bits}`;
  } catch {
    return null;
  }
}

/** An empty list allows every address. An IPv4 address that is written as IPv6 is that of IPv4. */
export function isAllowedAddress(networks: readonly string[], text: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some((network) => {
    const [range, bits] = network.includes("/")
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), null] as const);
    if (range.kind() !== address.kind()) return false;
    return address.match(range, bits ?? (range.kind() === "ipv4" ? 32 : 128));
  });
}
