import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findGroup,
  type GroupFacts,
  type OpenGroup,
  reasonToGroup,
  SHARED_TAGS_MIN,
  TAGGED_WITHIN_MS,
} from "./group-alert.ts";

const NAMES = ["a", "b", "c", "d"];
const named = fc.constantFrom(...NAMES).map((id) => ({ id, name: `Name of ${id}` }));
const few = fc.subarray(NAMES);

const facts: fc.Arbitrary<GroupFacts> = fc.record({
  alertId: fc.uuid(),
  target: fc.integer({ min: 0, max: 30 }).map((nr) => ({ id: `t${nr}`, name: `Target ${nr}` })),
  openedAtMs: fc.integer({ min: 0, max: 3 * TAGGED_WITHIN_MS }),
  roots: fc.uniqueArray(named, { selector: ({ id }) => id, maxLength: 2 }),
  group: fc.option(named),
  hosts: few,
  ips: few,
  certificates: few,
  tags: few,
  cause: fc.option(fc.constantFrom("Cause one.", "Cause two.")),
});

const groups: fc.Arbitrary<OpenGroup[]> = fc
  .array(fc.array(facts, { maxLength: 4 }), { maxLength: 4 })
  .map((lists) => lists.map((alerts, nr) => ({ incidentId: `i${nr}`, number: nr + 1, alerts })));

const shares = (one: readonly string[], other: readonly string[]) =>
  one.filter((value) => other.includes(value)).length;

describe("reasonToGroup", () => {
  test("is symmetric: two alerts belong together whichever opened first", () => {
    fc.assert(
      fc.property(facts, facts, (one, other) => {
        expect(reasonToGroup(one, other)?.strength).toBe(reasonToGroup(other, one)?.strength);
      }),
    );
  });

  test("finds a reason exactly if the alerts have something in common", () => {
    fc.assert(
      fc.property(facts, facts, (one, other) => {
        const isCommon =
          one.target.id === other.target.id ||
          (one.cause !== null && one.cause === other.cause) ||
          shares(
            one.roots.map(({ id }) => id),
            other.roots.map(({ id }) => id),
          ) > 0 ||
          (one.group !== null && one.group.id === other.group?.id) ||
          shares(one.hosts, other.hosts) > 0 ||
          shares(one.ips, other.ips) > 0 ||
          shares(one.certificates, other.certificates) > 0 ||
          (shares(one.tags, other.tags) >= SHARED_TAGS_MIN &&
            Math.abs(one.openedAtMs - other.openedAtMs) <= TAGGED_WITHIN_MS);
        expect(reasonToGroup(one, other) !== null).toBe(isCommon);
      }),
    );
  });
});

describe("findGroup", () => {
  test("does not depend on the order of incidents and of their alerts", () => {
    fc.assert(
      fc.property(facts, groups, (alert, open) => {
        const reversed = open.toReversed().map((group) => ({ ...group, alerts: group.alerts.toReversed() }));
        expect(findGroup(alert, reversed)).toEqual(findGroup(alert, open));
      }),
    );
  });

  test("chooses no incident exactly if no alert of one has a reason, and never a weaker reason", () => {
    fc.assert(
      fc.property(facts, groups, (alert, open) => {
        const all = open.flatMap(({ alerts }) =>
          alerts.flatMap((other) => reasonToGroup(alert, other)?.strength ?? []),
        );
        const found = findGroup(alert, open);
        expect(found === null).toBe(all.length === 0);
        const chosen = open.find(({ incidentId }) => incidentId === found?.incidentId);
        const best = (chosen?.alerts ?? []).flatMap((other) => reasonToGroup(alert, other)?.strength ?? []);
        if (found) expect(Math.min(...best)).toBe(Math.min(...all));
      }),
    );
  });
});

describe("the reason in words", () => {
  const alone: GroupFacts = {
    ...{ alertId: "1", target: { id: "shop", name: "Shop" }, openedAtMs: 0, roots: [], group: null },
    ...{ hosts: [], ips: [], certificates: [], tags: [], cause: null },
  };
  const api: GroupFacts = { ...alone, alertId: "2", target: { id: "api", name: "API" } };
  const database = { id: "db", name: "Database" };

  test.each([
    [{ roots: [database] }, { roots: [database] }, "“Shop” and “API” depend on “Database”."],
    [{ roots: [database] }, { target: database, roots: [database] }, "“Shop” depends on “Database”."],
    [{ group: database }, { group: database }, "“Shop” and “API” are in the group “Database”."],
    [{ hosts: ["h.test"] }, { hosts: ["h.test"] }, "“Shop” and “API” have the same host (h.test)."],
    [
      { cause: "9 targets: all behind ::/64." },
      { cause: "9 targets: all behind ::/64." },
      "9 targets: all behind ::/64.",
    ],
    [{ ips: ["::1"] }, { ips: ["::1"] }, "“Shop” and “API” have the same IP address (::1)."],
    [
      { tags: ["eu", "web"] },
      { tags: ["web", "eu", "x"], openedAtMs: 61_000 },
      "“Shop” and “API” have the tags eu, web, and their alerts opened 61 s apart.",
    ],
  ])("names what %j and %j have in common", (one, other, reason) => {
    expect(reasonToGroup({ ...alone, ...one }, { ...api, ...other })?.reason).toBe(reason);
  });

  test("one shared tag, or three minutes and a millisecond, are not enough", () => {
    const tagged = { ...alone, tags: ["eu", "web"] };
    expect(reasonToGroup(tagged, { ...api, tags: ["eu"] })).toBeNull();
    expect(
      reasonToGroup(tagged, { ...api, tags: ["eu", "web"], openedAtMs: TAGGED_WITHIN_MS + 1 }),
    ).toBeNull();
  });
});
