import { z } from "zod";

/**
 * The events of the reporter inside the sandbox. A script can imitate it, so every message is validated
 * against these schemas, and a run's outcome is built only from valid ones.
 */
const text = (max: number) => z.string().max(max);
const id = z.number().int().min(0).max(1_000_000);
/** An instant of the script's own clock, which it can set to anything. */
const instantMs = z.number().min(0).max(8.64e15);
const spanMs = z.number().min(0).max(86_400_000);

const errorSchema = z.object({
  message: text(8_000),
  stack: text(4_000),
  line: z.number().int().min(1).max(1_000_000).nullable(),
  file: text(4_096).nullable(),
});
export type ScriptError = z.output<typeof errorSchema>;

const TEST_STATUSES = ["passed", "failed", "timedOut", "skipped", "interrupted"] as const;

export const scriptEventSchema = z.discriminatedUnion("event", [
  z.object({ event: z.literal("error"), error: errorSchema }),
  z.object({ event: z.literal("test-begin"), id, title: text(300), atMs: instantMs }),
  z.object({
    event: z.literal("step-begin"),
    id,
    testId: id,
    title: text(300),
    atMs: instantMs,
  }),
  z.object({ event: z.literal("step-end"), id, durationMs: spanMs, error: errorSchema.nullable() }),
  z.object({
    event: z.literal("test-end"),
    id,
    status: z.enum(TEST_STATUSES),
    expected: z.enum(TEST_STATUSES),
    durationMs: spanMs,
    errors: z.array(errorSchema).max(5),
  }),
  z.object({
    event: z.literal("print"),
    level: z.enum(["log", "error"]),
    text: text(8_000),
    atMs: instantMs,
  }),
  z.object({ event: z.literal("file"), testId: id, name: text(100), contentType: text(100) }),
  z.object({ event: z.literal("file-left"), testId: id, name: text(100), reason: text(200) }),
  z.object({ event: z.literal("end"), status: text(20) }),
]);
export type ScriptEvent = z.output<typeof scriptEventSchema>;

/** Scripts with loops reach it; the reporter inside the sandbox has the same limit. */
export const EVENTS_MAX = 5_000;
