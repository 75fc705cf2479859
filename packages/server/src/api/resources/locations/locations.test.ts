import type { LocationState } from "@vedette/contract/runners/locations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, RUNNERS_LOCATION, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { privateWorkQueue } from "../../../engine/locations/work-queue.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

test("lists locations with runners, locations that own monitors reference, and fallback locations", async () => {
  const [org, other] = [await makeOrg(running.database), await makeOrg(running.database)];
  running.queue.announce("r1", "default");
  running.queue.announce("r2", "eu-west");
  running.queue.announce("r3", "eu-west");
  await makeMonitor(running.database, { orgId: org.orgId, locations: ["default", "mars"] });
  await makeMonitor(running.database, { orgId: other.orgId, locations: ["secret-site"] });
  const list = async () =>
    (await running.call(org.keys.agent, { method: "GET", url: "/api/v1/locations" })).json();
  // A new private location becomes visible shortly after its key is created.
  await expect.poll(list).toEqual({
    success: true,
    data: [
      {
        id: "default",
        runners: 1,
        last_seen_at: expect.stringMatching(/Z$/),
        private: false,
        stand_in: false,
      },
      {
        id: "eu-west",
        runners: 2,
        last_seen_at: expect.stringMatching(/Z$/),
        private: false,
        stand_in: false,
      },
      { id: RUNNERS_LOCATION, runners: 0, last_seen_at: null, private: true, stand_in: false },
      { id: "mars", runners: 0, last_seen_at: null, private: false, stand_in: true },
    ],
    meta: { next_cursor: null, has_more: false },
  });
});

test("shows private runners only to their organization, without a fallback location", async () => {
  const [org, other] = [await makeOrg(running.database), await makeOrg(running.database)];
  running.queue.announce("nas", privateWorkQueue({ orgId: org.orgId, location: RUNNERS_LOCATION }));
  const seen = async ({ keys }: TestOrg): Promise<LocationState[]> =>
    (await running.call(keys.agent, { method: "GET", url: "/api/v1/locations" })).json().data;
  const home = { id: RUNNERS_LOCATION, private: true, stand_in: false };
  await expect.poll(() => seen(org)).toContainEqual(expect.objectContaining({ ...home, runners: 1 }));
  expect(await seen(other)).toContainEqual({ ...home, runners: 0, last_seen_at: null });
});
