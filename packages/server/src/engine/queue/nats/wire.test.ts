import { randomBytes } from "node:crypto";
import type { RunReport, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { expect, test } from "vitest";
import { compressed, encodeReport, parsed } from "./wire.ts";

const noise = (bytes: number) => randomBytes(bytes).toString("base64");

function step(index: number, bodyBytes: number): StepOutcome {
  return {
    index,
    name: `step ${index}`,
    action: "request",
    status: "passed",
    startedAtMs: 1,
    durationMs: 1,
    error: null,
    url: null,
    request: { method: "GET", url: "http://x", headers: {}, body: noise(bodyBytes), isBodyCut: false },
    response: null,
    assertions: [],
    extracted: [],
    console: [{ level: "error", text: noise(bodyBytes), url: null, atMs: 1 }],
    dom: { html: noise(bodyBytes), isCut: false },
  };
}

const report = (steps: number, bodyBytes: number): RunReport => ({
  runId: "r",
  attempt: 1,
  lease: 1,
  targetId: "t",
  location: "l",
  runner: "r1",
  event: "finished",
  outcome: {
    startedAtMs: 1,
    finishedAtMs: 2,
    error: { code: "TIMEOUT", message: "too late", stepIndex: 1 },
    steps: Array.from({ length: steps }, (_, index) => step(index, bodyBytes)),
  },
});

const stepsIn = (bytes: Buffer) => {
  const decoded = parsed<RunReport>(bytes);
  return decoded?.event === "finished" ? decoded.outcome.steps : [];
};

test("small and large values decode to what was encoded", () => {
  for (const value of [{ a: 1 }, ["x".repeat(100_000)]]) expect(parsed(compressed(value))).toEqual(value);
  expect(compressed(["x".repeat(100_000)]).length).toBeLessThan(1_000);
});

test("returns null for bytes that are not a value", () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from("{"), Buffer.from([0x1f, 0x8b, 1])]) {
    expect(parsed(bytes)).toBeNull();
  }
});

test("a report that fits is sent complete", () => {
  const whole = report(2, 1_000);
  expect(parsed(encodeReport(whole, 100_000))).toEqual(whole);
});

test("a report that is too large loses its bodies first, then page output, and never its verdict", () => {
  const noBodies = encodeReport(report(4, 10_000), 60_000);
  expect(noBodies.length).toBeLessThanOrEqual(60_000);
  expect(stepsIn(noBodies)[0]).toMatchObject({ request: { body: null, isBodyCut: true }, console: [{}] });
  expect(stepsIn(noBodies)[0]).not.toHaveProperty("dom");
  const noTalk = encodeReport(report(4, 10_000), 4_000);
  expect(stepsIn(noTalk)).toHaveLength(4);
  expect(stepsIn(noTalk)[0]).not.toHaveProperty("console");
  expect(parsed(encodeReport(report(40, 10_000), 500))).toMatchObject({
    outcome: { error: { code: "TIMEOUT" }, steps: [] },
  });
});
