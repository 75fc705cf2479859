import { expect, test } from "vitest";
import {
  findPrivateLocation,
  privateWorkQueue,
  type RunnerAvailability,
  workQueueFor,
} from "./work-queue.ts";

const at = (location: string) => ({ runner: "r", location, lastSeenAtMs: 0 });
const availability = (change: Partial<RunnerAvailability>) => ({
  orgId: "mine",
  runners: [at("default")],
  fallbackLocation: "default",
  isPrivate: () => false,
  ...change,
});

test.each([
  ["its own runner", "a", { runners: [at("a"), at("default")] }, "a"],
  ["the fallback location", "b", {}, "default"],
  ["no queue without a fallback location", "b", { fallbackLocation: null }, null],
  ["no queue if the fallback location has no runner", "b", { runners: [at("a")] }, null],
  ["the organization's runner if it is private", "a", { runners: [at("a"), at("mine_a")] }, "mine_a"],
  ["no queue if it is private and its runner is offline", "a", { runners: [at("a"), at("default")] }, null],
  [
    "no queue if only another organization has a runner",
    "a",
    { runners: [at("default"), at("other_a")] },
    null,
  ],
])("a location is served by %s", (name, location, change, expected) => {
  const isPrivate = () => name.includes("private") || name.includes("another");
  expect(workQueueFor(location, availability({ ...change, isPrivate }))).toBe(expected);
});

test("another organization's runner does not serve the server's own location of that name", () => {
  const runners = [at("default"), at("other_a")];
  expect(workQueueFor("a", availability({ runners }))).toBe("default");
});

test("a private queue names its organization, and a queue of the server does not", () => {
  const location = { orgId: "01900000-0000-7000-8000-000000000000", location: "home-2" };
  expect(findPrivateLocation(privateWorkQueue(location))).toEqual(location);
  expect(findPrivateLocation("home-2")).toBeNull();
});
