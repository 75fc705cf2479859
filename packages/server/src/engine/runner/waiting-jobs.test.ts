import fc from "fast-check";
import { expect, test } from "vitest";
import { WaitingJobs } from "./waiting-jobs.ts";

test("every job is started in time, reported late, or still waits, in order of arrival", () => {
  const jobs = fc.array(fc.record({ startByMs: fc.nat(100), nowMs: fc.nat(100), takes: fc.nat(2) }));
  fc.assert(
    fc.property(jobs, (steps) => {
      const waiting = new WaitingJobs<{ number: number; startByMs: number }>(5);
      const [given, left]: [number[], number[]] = [[], []];
      for (const [number, { startByMs, nowMs, takes }] of steps.entries()) {
        if (waiting.add({ number, startByMs })) left.push(number);
        for (let take = 0; take < takes; take += 1) {
          const job = waiting.next(nowMs, (late) => {
            expect(late.startByMs).toBeLessThan(nowMs);
            given.push(late.number);
          });
          if (job === null) continue;
          expect(job.startByMs).toBeGreaterThanOrEqual(nowMs);
          given.push(job.number);
        }
      }
      const rest = waiting.takeAll().map(({ number }) => number);
      expect([...given, ...rest]).toEqual(left);
      expect(rest.length).toBeLessThanOrEqual(5);
      expect(waiting.size).toBe(0);
    }),
  );
});
