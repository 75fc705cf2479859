import { SEVERITIES, type Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { EscalationStep } from "@vedette/contract/on-call/escalation-policies.ts";
import { WEEKDAYS } from "@vedette/contract/on-call/weekdays.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterStep,
  decideNext,
  type EscalationPlan,
  type PlannedPolicy,
  startProgress,
} from "./advance-escalation.ts";

const START_MS = Date.UTC(2026, 10, 27, 12);
const MINUTE_MS = 60_000;

const step = (waitSeconds: number, more: Partial<EscalationStep> = {}): EscalationStep => ({
  ...{ wait_seconds: waitSeconds, notify: [{ type: "all" as const }] },
  ...more,
});
const policy = (steps: readonly EscalationStep[], more: Partial<PlannedPolicy> = {}): PlannedPolicy => ({
  ...{ id: "a", name: "A", steps, repeatCount: 0, repeatWaitSeconds: 300 },
  ...more,
});

type Taken = { policy: number; round: number; step: number; atMs: number };
type Walk = { taken: Taken[]; skipped: number; endMs: number };

/** Runs a plan to its end. `lateMs`: how late a due step is taken. */
function walk(
  plan: EscalationPlan,
  {
    severity = "critical",
    reaches = () => true,
    lateMs = () => 0,
  }: {
    severity?: Severity;
    reaches?: (step: Taken) => boolean;
    lateMs?: () => number;
  } = {},
): Walk {
  let progress = startProgress(START_MS);
  let nowMs = START_MS;
  const done: Walk = { taken: [], skipped: 0, endMs: 0 };
  while (true) {
    const next = decideNext(plan, progress, { nowMs, severity });
    progress = next.progress;
    done.skipped += next.skipped.length;
    if (next.type === "end") return { ...done, endMs: nowMs };
    if (next.type === "wait") {
      expect(next.untilMs).toBeGreaterThan(nowMs);
      nowMs = next.untilMs + lateMs();
      continue;
    }
    const taken = { policy: progress.policy, round: progress.round, step: progress.step, atMs: nowMs };
    done.taken.push(taken);
    progress = afterStep(progress, { reached: reaches(taken), nowMs });
  }
}

const minutesOf = ({ taken }: Walk) => taken.map(({ atMs }) => (atMs - START_MS) / MINUTE_MS);

describe("an escalation", () => {
  test("takes each step its wait after the previous one, and then repeats", () => {
    const plan = [policy([step(0), step(300), step(600)], { repeatCount: 1, repeatWaitSeconds: 1_200 })];
    expect(minutesOf(walk(plan))).toEqual([0, 5, 15, 35, 40, 50]);
  });

  test("goes on with the fallback after the last round", () => {
    const plan = [policy([step(0), step(60)]), policy([step(60)], { id: "b" })];
    expect(walk(plan).taken).toMatchObject([
      { policy: 0, round: 0, step: 0 },
      { policy: 0, round: 0, step: 1 },
      { policy: 1, round: 1, step: 0, atMs: START_MS + 7 * MINUTE_MS },
    ]);
  });

  test("does not wait after a step that reached no one, and does not repeat such a round", () => {
    const plan = [policy([step(0), step(3_600)], { repeatCount: 9 }), policy([step(600), step(60)])];
    const walked = walk(plan, { reaches: (each) => each.policy > 0 });
    expect(minutesOf(walked)).toEqual([0, 0, 0, 1]);
  });

  test("gives people who were reached time to answer if the last step reached no one", () => {
    const plan = [policy([step(0), step(60)]), policy([step(0)])];
    const walked = walk(plan, { reaches: (each) => each.step === 0 });
    expect(minutesOf(walked)).toEqual([0, 1, 6]);
  });

  test("skips steps of other severities and times without their waits", () => {
    const night = { timezone: "UTC", ranges: [{ weekdays: [...WEEKDAYS], from: "22:00", to: "06:00" }] };
    const plan = [
      policy([step(0), step(300, { times: night }), step(300, { severities: ["warning"] }), step(300)]),
    ];
    const walked = walk(plan);
    expect(minutesOf(walked)).toEqual([0, 5]);
    expect(walked.skipped).toBe(2);
  });

  test("ends at once if no step applies", () => {
    const walked = walk([policy([step(0, { severities: ["warning"] })], { repeatCount: 9 })]);
    expect(walked).toMatchObject({ taken: [], endMs: START_MS });
  });
});

const ranges = fc.record({
  weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
  from: fc.constantFrom("00:00", "08:30", "12:00", "22:00"),
  to: fc.constantFrom("00:00", "06:00", "12:00", "18:45"),
});
const steps = fc.record({
  wait_seconds: fc.nat(7_200),
  notify: fc.constant<EscalationStep["notify"]>([{ type: "all" }]),
  severities: fc.option(fc.uniqueArray(fc.constantFrom(...SEVERITIES), { minLength: 1 })),
  times: fc.option(
    fc.record({
      timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"),
      ranges: fc.array(ranges, { minLength: 1, maxLength: 2 }),
    }),
  ),
});
const plans = fc.array(
  fc.record({
    ...{ id: fc.constant("a"), name: fc.constant("A") },
    steps: fc.array(steps, { minLength: 1, maxLength: 4 }),
    repeatCount: fc.nat(3),
    repeatWaitSeconds: fc.integer({ min: 60, max: 3_600 }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe("for any plan", () => {
  const inputs = fc.record({
    plan: plans,
    severity: fc.constantFrom(...SEVERITIES),
    reached: fc.infiniteStream(fc.boolean()),
    late: fc.infiniteStream(fc.nat(100_000)),
  });

  test("steps are taken once, in order, never early, and it ends", () => {
    fc.assert(
      fc.property(inputs, ({ plan, severity, reached, late }) => {
        const { taken } = walk(plan, {
          severity,
          reaches: () => reached.next().value,
          lateMs: () => late.next().value,
        });
        const keys = taken.map(({ round, step }) => round * 100 + step);
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
        for (const [index, each] of taken.entries()) {
          expect(each.atMs).toBeGreaterThanOrEqual(taken[index - 1]?.atMs ?? START_MS);
          const { severities } = plan[each.policy]?.steps[each.step] ?? {};
          expect(severities ?? SEVERITIES).toContain(severity);
        }
      }),
    );
  });

  test("every step that applies at all times is taken in every round, if everyone is reached", () => {
    fc.assert(
      fc.property(inputs, ({ plan, severity }) => {
        const always = plan.map((each) => ({
          ...each,
          steps: each.steps.map((one) => ({ ...one, times: null })),
        }));
        const expected = always.flatMap(({ steps, repeatCount }) => {
          const matching = steps.filter(({ severities }) => severities?.includes(severity) ?? true);
          return matching.length === 0 ? [] : Array<number>(repeatCount + 1).fill(matching.length);
        });
        const { taken } = walk(always, { severity });
        expect([...Map.groupBy(taken, ({ round }) => round).values()].map((some) => some.length)).toEqual(
          expected,
        );
      }),
    );
  });

  test("if no one is reached, it ends at once with one round of each policy", () => {
    fc.assert(
      fc.property(inputs, ({ plan, severity }) => {
        const first = plan.map((each) => ({
          ...each,
          steps: each.steps.map((one) => ({ ...one, times: null, severities: null, wait_seconds: 0 })),
        }));
        const { taken, endMs } = walk(first, { severity, reaches: () => false });
        expect(endMs).toBe(START_MS);
        expect(taken).toHaveLength(first.reduce((sum, { steps }) => sum + steps.length, 0));
      }),
    );
  });
});
