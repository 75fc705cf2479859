import { expect, test } from "vitest";
import { LEAD_MS } from "../../engine/queue/queue.ts";
import { JobRoutes } from "./job-routes.ts";

function given() {
  const state = { nowMs: 0, locations: ["eu"], lead: { eu: LEAD_MS } as Record<string, number>, reads: 0 };
  const routes = new JobRoutes({
    clock: { now: () => state.nowMs, monotonic: () => state.nowMs },
    queue: { leadMs: (location) => state.lead[location] ?? 0 },
    runnerAvailability: () => {
      state.reads += 1;
      return {
        runners: state.locations.map((location) => ({ runner: "r", location, lastSeenAtMs: 0 })),
        fallbackLocation: "fallback",
        isPrivate: ({ orgId }) => orgId === "private",
      };
    },
  });
  return { state, routes };
}

const at = (location: string, orgId = "org") => ({ orgId, location });

test("the lead is that of the work queue to which the checks go", () => {
  const { routes } = given();
  expect(routes.workQueueOf(at("eu"))).toBe("eu");
  expect(routes.leadMs(at("eu"))).toBe(LEAD_MS);
  expect(routes.workQueueOf(at("us"))).toBe("fallback");
  expect(routes.leadMs(at("us"))).toBe(0);
  expect(routes.workQueueOf(at("eu", "private"))).toBe("private_eu");
  expect(routes.leadMs(at("eu", "private"))).toBe(0);
});

test("a change of the runners counts after a tenth of a second, and is not looked up for each check", () => {
  const { state, routes } = given();
  for (let nr = 0; nr < 1_000; nr += 1) routes.leadMs(at("eu"));
  expect(state.reads).toBe(1);
  state.locations = ["eu", "us"];
  state.lead = { eu: 0 };
  state.nowMs = 100;
  expect(routes.workQueueOf(at("us"))).toBe("us");
  expect(routes.leadMs(at("eu"))).toBe(0);
});
