const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^[\da-f:]*:[\da-f:]*$/i;

/** The /24 of an IPv4 address, or the /64 of an IPv6 address; null for anything else. */
export function networkOf(address: string): string | null {
  if (IPV4.test(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  if (!IPV6.test(address)) return null;
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
