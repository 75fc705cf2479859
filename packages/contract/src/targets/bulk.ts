import { z } from "zod";
import { selectorSchema } from "./selectors.ts";
import { snoozeSpan } from "./snooze-requests.ts";
import { orgIdField, targetFields } from "./target-fields.ts";

/** One change of many targets. */

export const BULK_TARGETS_MAX = 1_000;
export const BULK_ACTIONS = ["pause", "resume", "check", "update", "delete", "snooze", "unsnooze"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

const bulkSet = z
  .strictObject({
    group_id: targetFields.group_id.nullish(),
    owner: targetFields.owner.nullish(),
    runbook_url: targetFields.runbook_url.nullish(),
    add_tags: targetFields.tags.nullish(),
    remove_tags: targetFields.tags.nullish(),
    interval: targetFields.interval
      .optional()
      .meta({ description: "Seconds between checks or runs; for a journey whole seconds, at least 10" }),
    locations: targetFields.locations
      .refine((locations) => new Set(locations).size === locations.length, "must not contain duplicates")
      .optional()
      .meta({ description: "The first is the primary location of a journey" }),
  })
  .meta({ description: "With `update`: the new values; null clears a field" });

export const bulkTargets = z
  .strictObject({
    org_id: orgIdField,
    selector: selectorSchema,
    action: z.enum(BULK_ACTIONS),
    set: bulkSet.nullish(),
    snooze: snoozeSpan.nullish().meta({ description: "With `snooze`: how long" }),
    expected_count: z.number().int().min(0).max(BULK_TARGETS_MAX).nullish().meta({
      description: "Changes nothing if the selector selects another number of targets; required for `delete`",
    }),
    dry_run: z.boolean().default(false).meta({ description: "Only counts the targets" }),
  })
  .superRefine(({ action, set, snooze, expected_count: expected, dry_run: isDry }, ctx) => {
    const error = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
    for (const [field, value, needing] of [
      ["set", set, "update"],
      ["snooze", snooze, "snooze"],
    ] as const) {
      if (action === needing && value == null) error(field, `is required for the action '${needing}'`);
      if (action !== needing && value != null) error(field, `does not apply to the action '${action}'`);
    }
    if (action === "delete" && expected == null && !isDry)
      error("expected_count", "is required for the action 'delete': the number of targets to delete");
  })
  .meta({ id: "BulkTargets" });
export type BulkTargets = z.output<typeof bulkTargets>;
export type BulkTargetsInput = z.input<typeof bulkTargets>;

export const bulkResultSchema = z
  .object({
    selected: z.number(),
    changed: z.number(),
    failed: z.array(z.object({ id: z.string(), name: z.string(), message: z.string() })).meta({
      description: "Targets that could not be changed; the others are changed",
    }),
  })
  .meta({ id: "BulkResult" });
export type BulkResult = z.output<typeof bulkResultSchema>;
