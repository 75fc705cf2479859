import { z } from "zod";
import { snoozeField } from "./snooze.ts";
import { SNOOZE_MINUTES_MAX, SNOOZE_REASON_MAX } from "./snooze-limits.ts";
import { orgIdField, TARGET_KINDS } from "./target-fields.ts";

const ENDS = ["minutes", "until", "until_recovery"] as const;
type Ends = { [Name in (typeof ENDS)[number]]?: number | string | boolean | null | undefined };

const fields = {
  minutes: z.number().int().min(1).max(SNOOZE_MINUTES_MAX).nullish(),
  until: z.iso
    .datetime({ offset: true, message: "must be an ISO 8601 instant such as 2026-01-31T12:00:00Z" })
    .nullish()
    .meta({ description: "At most 30 days ahead" }),
  until_recovery: z.boolean().nullish().meta({ description: "Until the status of the target becomes `up`" }),
  reason: z.string().trim().max(SNOOZE_REASON_MAX).nullish(),
};

/** How long to snooze: exactly one of `minutes`, `until` and `until_recovery`. */
export const snoozeSpan = z.strictObject(fields).superRefine(assertOneEnd).meta({ id: "SnoozeSpan" });
export type SnoozeSpan = z.output<typeof snoozeSpan>;

export const snoozeRequest = z
  .strictObject({ org_id: orgIdField, ...fields })
  .superRefine(assertOneEnd)
  .meta({ id: "SnoozeRequest" });
export type SnoozeInput = z.input<typeof snoozeRequest>;

function assertOneEnd(ends: Ends, ctx: z.RefinementCtx): void {
  const [first, ...others] = ENDS.filter((name) => ends[name] != null && ends[name] !== false);
  const error = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
  if (first === undefined) error("minutes", "or 'until' or 'until_recovery' is required");
  for (const other of others) error(other, `cannot be combined with '${first}'`);
}

export const snoozedTargetSchema = z
  .object({ id: z.string(), kind: z.enum(TARGET_KINDS), name: z.string(), snooze: snoozeField })
  .meta({ id: "SnoozedTarget" });
export type SnoozedTarget = z.output<typeof snoozedTargetSchema>;
