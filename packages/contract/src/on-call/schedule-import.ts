import { z } from "zod";
import { orgIdField } from "../targets/target-fields.ts";
import {
  SCHEDULE_IMPORT_FILES_MAX,
  SCHEDULE_IMPORT_LENGTH_MAX,
  SCHEDULE_IMPORT_TOOLS,
} from "./schedule-import-limits.ts";

/** Import of on-call schedules from other tools. */

export const scheduleImportBody = z
  .strictObject({
    org_id: orgIdField,
    tool: z.enum(SCHEDULE_IMPORT_TOOLS),
    files: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(200),
          content: z.string().max(SCHEDULE_IMPORT_LENGTH_MAX).meta({ description: "JSON text" }),
        }),
      )
      .min(1)
      .max(SCHEDULE_IMPORT_FILES_MAX)
      .refine(
        (files) => files.reduce((sum, { content }) => sum + content.length, 0) <= SCHEDULE_IMPORT_LENGTH_MAX,
        {
          error: `must have at most ${SCHEDULE_IMPORT_LENGTH_MAX} characters in total; import them in several requests`,
        },
      )
      .meta({ description: "Responses of the API of the tool, saved as they are" }),
    mode: z.enum(["plan", "apply"]).meta({ description: "`plan` changes nothing" }),
  })
  .meta({ id: "ScheduleImportRequest" });
export type ScheduleImportBody = z.output<typeof scheduleImportBody>;

export const scheduleImportSchema = z
  .object({
    mode: z.enum(["plan", "apply"]),
    schedules: z.array(
      z.object({
        id: z.string().nullable().meta({ description: "Null in a plan" }),
        name: z.string(),
        timezone: z.string(),
        layers: z.array(z.string()),
        overrides: z.number(),
      }),
    ),
    policies: z.array(z.object({ id: z.string().nullable(), name: z.string(), steps: z.number() })),
    problems: z
      .array(z.object({ item: z.string(), reason: z.string() }))
      .meta({ description: "What is not imported, or not as it was" }),
    missing_people: z
      .array(z.string())
      .meta({ description: "Email addresses that no member has. Invite them, and import again" }),
  })
  .meta({ id: "ScheduleImport" });
export type ScheduleImport = z.output<typeof scheduleImportSchema>;
