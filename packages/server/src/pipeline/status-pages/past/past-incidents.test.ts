import type { OrgId } from "@vedette/contract/common/ids.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ShownUpdateRow } from "../incidents/incident-queries.ts";
import { pastIncident } from "./past-incidents.ts";
import type { PastPostRow } from "./past-queries.ts";

const IDS = { id: "incident", org_id: "org" as OrgId, page_id: "page" };

/** What happened, one a minute: an update is posted, or the text of one is edited. */
type Change = { update: number; isPost: boolean };

const changes = fc
  .array(fc.record({ update: fc.nat({ max: 5 }), isPost: fc.boolean() }), { minLength: 1, maxLength: 30 })
  .map((all) => {
    const posted = new Set<number>();
    return all.filter(({ update, isPost }) => {
      if (isPost === posted.has(update)) return false;
      posted.add(update);
      return true;
    });
  })
  .filter((all) => all.length > 0);

const timeOf = (index: number) => new Date(index * 60_000);
const textOf = (index: number) => `Text ${index}.`;
const idOf = (update: number) => `update-${update}`;

/** The newest post of each update by a time, newest first. */
function postsBy(all: readonly Change[], last: number): PastPostRow[] {
  const newest = new Map<number, PastPostRow>();
  for (const [index, { update }] of all.slice(0, last + 1).entries())
    newest.set(update, {
      ...{ incident_id: IDS.id, update_id: idOf(update), at: timeOf(index), kind: "incident_updated" },
      content: {
        ...{ title: `Title ${index}`, status: "investigating", impact: "minor", message: textOf(index) },
        at: timeOf(all.findIndex((one) => one.update === update)).toISOString(),
      },
    });
  return [...newest.values()].sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** The stored updates with their present texts, those that were posted by a time. */
function updatesBy(all: readonly Change[], last: number): ShownUpdateRow[] {
  return all.slice(0, last + 1).flatMap(({ update, isPost }, index) => {
    if (!isPost) return [];
    const edited = all.findLastIndex((one) => one.update === update);
    return {
      ...{ id: idOf(update), org_id: IDS.org_id, incident_id: IDS.id, public_id: idOf(update) },
      ...{
        status: "investigating",
        message: textOf(edited),
        components: [],
        notify: false,
        created_by: "ada",
      },
      ...{ at: timeOf(index), posted_at: timeOf(index) },
      edited_at: edited === index ? null : timeOf(edited),
    } as ShownUpdateRow;
  });
}

/** The text of each update at a time, newest update first. */
function textsAt(all: readonly Change[], last: number): [string, string][] {
  const texts = new Map<number, string>();
  for (const [index, { update }] of all.slice(0, last + 1).entries()) texts.set(update, textOf(index));
  return [...texts].map(([update, text]): [string, string] => [idOf(update), text]).reverse();
}

const cases = changes.chain((all) => fc.tuple(fc.constant(all), fc.nat({ max: all.length - 1 })));

describe("an incident at an earlier time", () => {
  test("has the texts of then, without later posts and edits", () => {
    fc.assert(
      fc.property(cases, ([all, last]) => {
        const row = { id: IDS.id, public_id: "public", created_at: timeOf(0) };
        const found = pastIncident(IDS, { row, posts: postsBy(all, last), updates: updatesBy(all, last) });
        expect(found?.updates.map(({ id, message }) => [id, message])).toEqual(textsAt(all, last));
        expect(found?.incident).toMatchObject({ public_id: "public", title: `Title ${last}` });
        for (const { edited_at: editedAt } of found?.updates ?? [])
          expect(editedAt === null || editedAt <= timeOf(last)).toBe(true);
      }),
    );
  });

  test("has the same texts after it was deleted", () => {
    fc.assert(
      fc.property(cases, ([all, last]) => {
        const found = pastIncident(IDS, { row: null, posts: postsBy(all, last), updates: [] });
        expect(found?.updates.map(({ id, message }) => [id, message])).toEqual(textsAt(all, last));
        expect(found?.incident.public_id).toMatch(/^[a-z0-9]{16}$/);
      }),
    );
  });

  test("is nothing before its first post", () => {
    expect(pastIncident(IDS, { row: null, posts: [], updates: [] })).toBeNull();
  });
});
