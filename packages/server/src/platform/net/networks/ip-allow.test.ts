import { expect, test } from "vitest";
import { isAllowedAddress, toNetwork } from "./ip-allow.ts";

test.each([
  [[], "203.0.113.7", true],
  [["203.0.113.0/24"], "203.0.113.7", true],
  [["203.0.113.0/24"], "::ffff:203.0.113.7", true],
  [["203.0.113.0/24"], "203.0.114.7", false],
  [["2001:db8::/32"], "2001:db8::1", true],
  [["2001:db8::/32"], "203.0.113.7", false],
  [["203.0.113.7"], "203.0.113.7", true],
  [["203.0.113.7"], "not an address", false],
])("the list %j with the address %s: %s", (networks, address, isAllowed) => {
  expect(isAllowedAddress(networks, address)).toBe(isAllowed);
});

test("networks are brought to one form, and other texts are none", () => {
  expect(["::FFFF:203.0.113.7", "2001:DB8::/32", "10.0.0.0/33", "example.com", ""].map(toNetwork)).toEqual([
    "203.0.113.7",
    "2001:db8::/32",
    null,
    null,
    null,
  ]);
});
