import { PROVIDER_ROLES } from "@vedette/contract/people/identity-providers.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { roleOfClaims } from "./role-of-claims.ts";

const role = fc.constantFrom(...PROVIDER_ROLES);
const group = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
const settings = fc.record({
  groups_claim: fc.constantFrom("groups", "constructor"),
  group_roles: fc.array(fc.record({ group, role }), { maxLength: 6 }),
  default_role: fc.option(role),
});

test("the highest role of the groups applies, else the default", () => {
  fc.assert(
    fc.property(settings, fc.array(group), (given, groups) => {
      const granted = given.group_roles.filter((one) => groups.includes(one.group)).map((one) => one.role);
      const highest = PROVIDER_ROLES.filter((one) => granted.includes(one)).at(-1) ?? given.default_role;
      expect(roleOfClaims(given, { [given.groups_claim]: groups })).toBe(highest);
    }),
  );
});

test("an additional group never lowers the role", () => {
  const rank = (one: (typeof PROVIDER_ROLES)[number] | null) =>
    one === null ? -1 : PROVIDER_ROLES.indexOf(one);
  fc.assert(
    fc.property(settings, fc.array(group), group, (given, groups, added) => {
      const base = { ...given, default_role: null };
      const before = roleOfClaims(base, { [given.groups_claim]: groups });
      expect(rank(roleOfClaims(base, { [given.groups_claim]: [...groups, added] }))).toBeGreaterThanOrEqual(
        rank(before),
      );
    }),
  );
});

test.each([
  ["a text", "admins", "admin"],
  ["something else", { admins: true }, "viewer"],
  ["a list with other values", [7, null, "admins"], "admin"],
  ["a part of a name", "adm", "viewer"],
])("reads groups from %s", (_what, groups, expected) => {
  const given = {
    groups_claim: "groups",
    group_roles: [{ group: "admins", role: "admin" as const }],
    default_role: "viewer" as const,
  };
  expect(roleOfClaims(given, { groups })).toBe(expected);
});

test("does not read claims that an object has by itself", () => {
  const given = { groups_claim: "constructor", group_roles: [], default_role: null };
  expect(roleOfClaims(given, {})).toBeNull();
});
