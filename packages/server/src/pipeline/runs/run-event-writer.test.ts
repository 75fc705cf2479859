import { expect, test } from "vitest";
import { systemClock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import { type Logger, silentLogger } from "../../platform/kernel/logger.ts";
import { createRunEventWriter } from "./run-event-writer.ts";
import type { RunEvent } from "./run-queue-update.ts";

const pollEvent = (targetId: string): RunEvent => ({
  type: "poll",
  runQueue: { targetId, location: "default" },
});
const nameOf = (runEvent: RunEvent) => (runEvent.type === "poll" ? runEvent.runQueue.targetId : "");

function world(settle: (names: readonly string[]) => void) {
  const logged: string[] = [];
  const recordLog = (event: string) => void logged.push(event);
  const log: Logger = { ...silentLogger, error: recordLog, warn: recordLog };
  const line = createRunEventWriter({
    clock: systemClock,
    log,
    settle: async (batch) => settle(batch.map(nameOf)),
  });
  return { line, logged };
}

test("a failing event does not block others and is dropped after its retries", async () => {
  const written: string[] = [];
  const { line, logged } = world((names) => {
    if (names.includes("bad")) throw new Error("violates a foreign key");
    written.push(...names);
  });
  const bad = line.add([pollEvent("bad")]);
  await line.add([pollEvent("one"), pollEvent("two")]);
  await line.add([pollEvent("three")]);
  expect(written).toEqual(["one", "two", "three"]);
  expect(line.size).toBe(1);
  expect(line.isAvailable).toBe(true);
  await bad;
  expect(line.size).toBe(0);
  expect(logged.at(-1)).toBe("runs.event_dropped");
});

test("while the database is unavailable, all events are kept in order", async () => {
  const written: string[] = [];
  let tries = 0;
  const { line, logged } = world((names) => {
    tries += 1;
    if (tries < 3) throw new AppError("SERVICE_UNAVAILABLE", "away");
    written.push(...names);
  });
  await line.add([pollEvent("one"), pollEvent("two")]);
  expect([written, logged]).toEqual([
    ["one", "two"],
    ["runs.batch_failed", "runs.batch_failed"],
  ]);
});
