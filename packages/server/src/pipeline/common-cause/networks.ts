import { isIP } from "node:net";

/** The /24 of an IPv4 address, or the /64 of an IPv6 address; null for anything else. */
export function networkOf(address: string): string | null {
  const family = isIP(address);
  if (family === 4) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  if (family === 0 || address.includes(".")) return null;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
