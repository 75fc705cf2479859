import fc from "fast-check";
import { expect, test } from "vitest";
import { ldapFilterError, parseLdapFilter } from "./ldap-filter.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ["uid=ann", { type: "equals", attribute: "uid", value: bytes("ann") }],
  ["(cn=*)", { type: "present", attribute: "cn" }],
  ["(age>=18)", { type: "at_least", attribute: "age", value: bytes("18") }],
  ["(cn~=x)", { type: "approximately", attribute: "cn", value: bytes("x") }],
  ["(cn=a*b*)", { type: "substrings", attribute: "cn", parts: [bytes("a"), bytes("b"), null] }],
  ["(o=\\28x\\29\\2a)", { type: "equals", attribute: "o", value: bytes("(x)*") }],
  ["(&)", { type: "and", filters: [] }],
  ["(!(cn=a))", { type: "not", filter: { type: "equals", attribute: "cn", value: bytes("a") } }],
])("%s", (text, filter) => {
  expect(parseLdapFilter(text)).toEqual(filter);
});

test.each([
  "",
  "(",
  "(cn=a",
  "(cn=a))",
  "(&(cn=a)",
  "(cn)",
  "(=a)",
  "(cn=a\\)",
  "(cn=**)",
  "(cn=(a))",
  "(!cn=a)",
  `${"(!".repeat(30)}(a=b)${")".repeat(30)}`,
])("%j is no filter, and the message has an example", (text) => {
  expect(ldapFilterError(text)).toContain("must be a filter such as");
});

test("any text is a filter or has an error, never an exception", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("(", ")", "&", "|", "!", "=", "*", "\\", "a", "2", "ü") }),
      (text) => {
        const error = ldapFilterError(text);
        expect(error === null || error.length > 0).toBe(true);
      },
    ),
  );
});
