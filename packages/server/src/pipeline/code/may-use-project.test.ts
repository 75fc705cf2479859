import type { Scope } from "@vedette/contract/people/scopes.ts";
import { expect, test } from "vitest";
import type { Actor, KeyActor } from "../../platform/kernel/actor.ts";
import { assertProject, mayUseProject } from "./may-use-project.ts";

const key = (scope: Scope, projects: readonly string[] | null): KeyActor => ({
  ...{ kind: "key", keyId: "k", orgId: "o", name: "ci", location: null },
  ...{ scope, projects, selector: null },
});
const member: Actor = {
  ...{ kind: "member", membershipId: "m", orgId: "o", role: "member", personId: "p" },
  ...{ name: "Ada", email: "ada@example.org", sessionId: "s" },
};

test.each([
  [key("code", ["shop", "team-*"]), "shop", true],
  [key("code", ["shop", "team-*"]), "team-web", true],
  [key("code", ["shop", "team-*"]), "shops", false],
  [key("code", ["shop"]), "SHOP", false],
  [key("admin", null), "shop", true],
  [member, "shop", true],
])("%j may use %s: %s", (actor, project, expected) => {
  expect(mayUseProject(actor, project)).toBe(expected);
});

test("the refusal names the projects of the key", () => {
  expect(() => assertProject(key("code", ["team-*"]), "shop")).toThrow(/'shop'; it is for: team-\*/);
  expect(() => assertProject(key("code", ["team-*"]), "team-a")).not.toThrow();
});
