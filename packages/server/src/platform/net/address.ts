import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The class of an address. `forbidden` addresses are never a valid target of checks: link-local and metadata services,
 * multicast, reserved space, and IPv6 addresses that embed non-public IPv4 addresses.
 */
export type AddressClass = "public" | "private" | "loopback" | "forbidden";

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

/** Cloud metadata services outside of link-local space. Source: documentation of the cloud providers. */
const METADATA: ReadonlySet<string> = new Set([
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
]);

const CLASS_OF_RANGE: Readonly<Record<string, AddressClass>> = {
  unicast: "public",
  as112: "public",
  as112v6: "public",
  amt: "public",
  loopback: "loopback",
  private: "private",
  carrierGradeNat: "private",
  uniqueLocal: "private",
  benchmarking: "private",
};

const RESERVED_V4 = ipaddr.parseCIDR("240.0.0.0/4");
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR("2000::/3");
/** Documentation ranges, which small networks do use. Sources: RFC 3849 and RFC 9637. */
const DOCUMENTATION_V6 = [ipaddr.parseCIDR("2001:db8::/32"), ipaddr.parseCIDR("3fff::/20")];

/** Returns the class of a literal address as the operating system writes it; any other text is forbidden. */
export function classifyAddress(ip: string): AddressClass {
  const address = parseAddress(ip);
  return address === null ? "forbidden" : classOf(address);
}

/** Returns the canonical spelling: mapped IPv4 as IPv4, no zone, shortest form. Null if the text is not an address. */
export function canonicalAddress(ip: string): string | null {
  const address = parseAddress(ip);
  return address === null ? null : withoutZone(address);
}

/** Returns the version of IP of a literal address; null for any other text. */
export function addressFamily(text: string): 4 | 6 | null {
  const version = isIP(text);
  return version === 4 || version === 6 ? version : null;
}

/** Returns whether the address is in the range. A mapped IPv4 address counts as IPv4. */
export function isInRange(ip: string, range: [Parsed, number]): boolean {
  const address = parseAddress(ip);
  return address !== null && matches(address, range);
}

function parseAddress(ip: string): Parsed | null {
  // ipaddr.js would also accept `0x7f.1` and similar forms, which are never passed to a socket call here.
  if (isIP(ip) === 0) return null;
  // It also treats `::10.1.2.3` as a mapped address, which the kernel does not; it parses hexadecimal groups correctly.
  return ipaddr.process(ip.includes(":") ? ip.replace(DOTTED_TAIL, asGroups) : ip);
}

const DOTTED_TAIL = /(\d+)\.(\d+)\.(\d+)\.(\d+)(?=%|$)/;

function asGroups(_: string, a: string, b: string, c: string, d: string): string {
  const group = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16);
  return `${group(a, b)}:${group(c, d)}`;
}

function withoutZone(address: Parsed): string {
  return address instanceof ipaddr.IPv6 ? new ipaddr.IPv6(address.parts).toString() : address.toString();
}

function classOf(address: Parsed): AddressClass {
  if (METADATA.has(withoutZone(address))) return "forbidden";
  return address instanceof ipaddr.IPv6 ? classOfV6(address) : classOfV4(address);
}

function classOfV4(address: ipaddr.IPv4): AddressClass {
  const range = address.range();
  // 192.0.0/24, the documentation networks, 198.18/15: used inside networks, never on the Internet.
  if (range === "reserved") return matches(address, RESERVED_V4) ? "forbidden" : "private";
  return CLASS_OF_RANGE[range] ?? "forbidden";
}

function classOfV6(address: ipaddr.IPv6): AddressClass {
  const embedded = embeddedV4(address);
  if (embedded !== null) {
    const isPublic = embedded.length > 0 && embedded.every((inner) => classOf(inner) === "public");
    return isPublic ? "public" : "forbidden";
  }
  if (DOCUMENTATION_V6.some((net) => matches(address, net))) return "private";
  const found = CLASS_OF_RANGE[address.range()] ?? "forbidden";
  if (found !== "public") return found;
  // ipaddr.js classifies `::/96` and all space that IANA has not allocated as `unicast`.
  return matches(address, GLOBAL_UNICAST_V6) ? "public" : "forbidden";
}

/** Returns the IPv4 addresses that a gateway would extract from this address; null if it embeds none. */
function embeddedV4(address: ipaddr.IPv6): ipaddr.IPv4[] | null {
  const { parts } = address;
  switch (address.range()) {
    case "rfc6145": // SIIT, ::ffff:0:a.b.c.d
      return [v4(parts[6], parts[7])];
    case "rfc6052": // NAT64. The position of the address in the local-use 64:ff9b:1::/48 is chosen by its operator.
      return parts[2] === 0 ? [v4(parts[6], parts[7])] : [];
    case "6to4":
      return [v4(parts[1], parts[2])];
    case "teredo": // The server address is in plain text, the client address inverted. Source: RFC 4380, section 4.
      return [v4(parts[2], parts[3]), v4(~(parts[6] ?? 0), ~(parts[7] ?? 0))];
    default:
      return null;
  }
}

function v4(high = 0, low = 0): ipaddr.IPv4 {
  return new ipaddr.IPv4([(high >> 8) & 0xff, high & 0xff, (low >> 8) & 0xff, low & 0xff]);
}

function matches(address: Parsed, [net, bits]: [Parsed, number]): boolean {
  return address.kind() === net.kind() && address.match(net, bits);
}
