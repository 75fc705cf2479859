import { expect, test } from "vitest";
import { timeTicks } from "./time-ticks.ts";

const seconds = (...instants: string[]) => instants.map((instant) => new Date(instant).getTime() / 1_000);

test("names the day below the first tick and below the first one of each other day", () => {
  const texts = timeTicks(seconds("2026-11-21T12:00", "2026-11-21T18:00", "2026-11-22T00:00"), 21_600);
  expect(texts.map((text) => text.split("\n")[1])).toEqual(["Nov 21", undefined, "Nov 22"]);
  expect(texts[1]).toMatch(/^6:00\sPM$/);
});

test("shows only days from a day on, and seconds below a minute", () => {
  expect(timeTicks(seconds("2026-11-21T00:00", "2026-11-22T00:00"), 86_400)).toEqual(["Nov 21", "Nov 22"]);
  expect(timeTicks(seconds("2026-11-21T12:00:15"), 15)[0]).toMatch(/^12:00:15\sPM/);
});
