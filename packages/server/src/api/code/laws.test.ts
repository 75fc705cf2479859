import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import { arbitraryDocument, LAW_PEOPLE } from "../../../test/code/arbitrary-document.ts";
import { codeClient, type Document } from "../../../test/code/code-client.ts";
import { makePerson, type TestPerson } from "../../../test/sessions.ts";
import { addMember } from "../resources/members/service.ts";

let running: TestApp;
let org: TestOrg;
let people: TestPerson[];
let code: ReturnType<typeof codeClient>;
beforeAll(async () => {
  running = await startTestApp();
  people = await Promise.all(LAW_PEOPLE.map((email) => makePerson(running.database, email)));
  code = codeClient(running, () => org);
});
afterAll(() => running.stop());

/** Each run applies a document to two organizations. */
const RUNS = { numRuns: 6 };

async function makeOrgWithPeople(): Promise<TestOrg> {
  const made = await makeOrg(running.database);
  for (const { id: personId } of people)
    await addMember(running.database, { orgId: made.orgId, personId, role: "member", nowMs: Date.now() });
  return made;
}

const withoutSlug = ({ status_pages: _pages, ...document }: Document) => document;

test("applied twice changes nothing; an export plans nothing, and is the export of what it makes", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDocument, async (document) => {
      org = await makeOrgWithPeople();
      await code.apply(document);
      expect((await code.plan(document)).actions).toEqual([]);
      const again = await code.apply(document);
      expect([again.revision, again.summary.unchanged]).toEqual([1, again.resources.length]);
      const first = await code.exported("laws");
      const canonical = first.document as Document;
      const plan = await code.plan(canonical);
      expect([plan.actions, plan.errors, plan.warnings]).toEqual([[], [], []]);
      const pages = canonical.status_pages as { p1: object };
      org = await makeOrgWithPeople();
      const moved = {
        ...canonical,
        status_pages: { p1: { ...pages.p1, slug: `moved-${org.orgId.slice(-12)}` } },
      };
      await code.apply(moved);
      expect(withoutSlug((await code.exported("laws")).document as Document)).toEqual(withoutSlug(canonical));
    }),
    RUNS,
  );
});
