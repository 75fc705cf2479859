import { expect, test } from "vitest";
import { registrableDomain } from "./registrable-domain.ts";

test.each([
  ["shop.example", "shop.example"],
  ["www.shop.example.", "shop.example"],
  ["WWW.Shop.CO.UK", "shop.co.uk"],
  ["a.b.shop.com.au", "shop.com.au"],
  ["münchen.de", "xn--mnchen-3ya.de"],
  // A user of a platform has not registered a domain.
  ["someone.github.io", "github.io"],
  ["co.uk", null],
  ["localhost", null],
  ["192.0.2.1", null],
  ["[2001:db8::1]", null],
  ["2001:db8::1", null],
  ["", null],
])("the registrable domain of %s is %s", (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
});
