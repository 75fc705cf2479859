import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../test/app.ts";
import { makeMonitor } from "../../../test/builders.ts";
import { servingLocation } from "./service.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

test("lists locations with runners and those that own monitors name, and who stands in", async () => {
  const [org, other] = [await makeOrg(running.database), await makeOrg(running.database)];
  running.queue.announce("r1", "default");
  running.queue.announce("r2", "eu-west");
  running.queue.announce("r3", "eu-west");
  await makeMonitor(running.database, { orgId: org.orgId, locations: ["default", "mars"] });
  await makeMonitor(running.database, { orgId: other.orgId, locations: ["secret-site"] });
  const answer = await running.call(org.keys.agent, { method: "GET", url: "/api/v1/locations" });
  expect(answer.json()).toEqual({
    success: true,
    data: [
      { id: "default", runners: 1, last_seen_at: expect.stringMatching(/Z$/), stand_in: false },
      { id: "eu-west", runners: 2, last_seen_at: expect.stringMatching(/Z$/), stand_in: false },
      { id: "mars", runners: 0, last_seen_at: null, stand_in: true },
    ],
    meta: { next_cursor: null, has_more: false },
  });
});

const at = (location: string) => ({ runner: "r", location, lastSeenAtMs: 0 });

test.each([
  ["its own runner", "a", [at("a"), at("default")], "default", "a"],
  ["the stand-in", "b", [at("default")], "default", "default"],
  ["nobody, where nobody stands in", "b", [at("default")], null, null],
  ["nobody, where the stand-in is away", "b", [at("a")], "default", null],
])("a location is served by %s", (_name, location, runners, standIn, expected) => {
  expect(servingLocation(location, { runners, standIn })).toBe(expected);
});
