import { z } from "zod";

/**
 * What the reporter inside the sandbox tells. A script can speak in its place, so every message is checked
 * against this, and a run's outcome is made of nothing else.
 */
const text = (max: number) => z.string().max(max);
const id = z.number().int().min(0).max(1_000_000);
/** Of a script's own clock, which it may set as it likes. */
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

/** Reported by scripts that loop; the reporter inside keeps the same number. */
export const EVENTS_MAX = 5_000;
