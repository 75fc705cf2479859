import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AddressClass, canonicalAddress, classifyAddress } from "./address.ts";

const CLASSES: Record<AddressClass, readonly string[]> = {
  public: [
    "1.1.1.1",
    "93.184.216.34",
    "192.31.196.1",
    "2606:4700::1111",
    "2001:4860:4860::8888",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
    "::ffff:0:8.8.8.8",
  ],
  private: [
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "fc00::1",
    "fd12:3456::1",
    "2001:db8::1",
    "3fff::1",
    "::ffff:10.1.2.3",
  ],
  loopback: ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"],
  forbidden: [
    "0.0.0.0",
    "0.1.2.3",
    "169.254.169.254",
    "169.254.0.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "100.100.100.200",
    "fd00:ec2::254",
    "::ffff:169.254.169.254",
    "::ffff:100.100.100.200",
    "::",
    "::2",
    "::10.1.2.3",
    "::8.8.8.8",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "64:ff9b::a01:203",
    "64:ff9b::10.1.2.3",
    "fe80::10.1.2.3%eth0",
    "64:ff9b::7f00:1",
    "64:ff9b:1::808:808",
    "2002:a01:203::1",
    "2002:7f00:1::",
    "2001:0:808:808::f5fe:fdfc",
    "2001:0:a01:203::f7f7:f7f7",
    "::ffff:0:10.1.2.3",
    "100::1",
    "4000::1",
    "5f00::1",
    "not an address",
    "",
    "127.1",
    "2130706433",
    "0x7f000001",
    "[::1]",
  ],
};

describe("classifyAddress", () => {
  for (const [expected, addresses] of Object.entries(CLASSES)) {
    test.each(addresses)(`%s is ${expected}`, (ip) => {
      expect(classifyAddress(ip)).toBe(expected);
    });
  }

  test("classifies a mapped IPv4 address like the IPv4 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(classifyAddress(`::ffff:${ip}`)).toBe(classifyAddress(ip));
        expect(canonicalAddress(`::ffff:${ip}`)).toBe(ip);
      }),
    );
  });

  test("never classifies a wrapped non-public address as public", () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split(".").map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const wrapped = [`64:ff9b::${hex}`, `2002:${hex}::1`, `::ffff:0:${ip}`];
        const expected = classifyAddress(ip) === "public" ? "public" : "forbidden";
        expect(wrapped.map(classifyAddress)).toEqual(wrapped.map(() => expected));
      }),
    );
  });

  test("classifies any text without throwing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        expect(Object.keys(CLASSES)).toContain(classifyAddress(text));
      }),
    );
  });
});
