import { z } from "zod";
import { apiMonitorSchema } from "./api-monitors.ts";
import { orgIdField } from "./target-fields.ts";

/** API monitors made of a document of another tool. */

export const IMPORT_FORMATS = ["curl", "har", "postman", "openapi"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const IMPORT_LENGTH_MAX = 1_048_576;

const contentSchema = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((content, ctx) => {
    const text = typeof content === "string" ? content : asJson(content);
    if (text === null) ctx.addIssue({ code: "custom", message: "is nested too deeply" });
    else if (text.trim() === "") ctx.addIssue({ code: "custom", message: "is needed" });
    else if (text.length > IMPORT_LENGTH_MAX) {
      ctx.addIssue({
        code: "custom",
        message: `must be at most ${IMPORT_LENGTH_MAX} characters; leave recorded answers out, or import it in parts`,
      });
    }
    return text ?? "";
  })
  .meta({ description: "The document's text, or the JSON object itself; nothing in it is run or fetched" });

export const apiMonitorImportInput = z
  .strictObject({
    format: z
      .enum(IMPORT_FORMATS)
      .optional()
      .meta({ description: "Guessed from the content when it is left out" }),
    content: contentSchema,
    name: z.string().trim().min(1).max(150).optional().meta({ description: "Default: the document's own" }),
    dry_run: z
      .boolean()
      .default(true)
      .meta({ description: "Answer with what would be made, and make nothing" }),
    org_id: orgIdField,
  })
  .meta({ id: "ApiMonitorImportRequest" });
export type ApiMonitorImportInput = z.output<typeof apiMonitorImportInput>;

/** What `POST /api-monitors` takes, with every default in place. */
export const apiMonitorDraftSchema = apiMonitorSchema
  .pick({
    name: true,
    description: true,
    interval: true,
    timeout: true,
    locations: true,
    enabled: true,
    max_retries: true,
    tags: true,
    variables: true,
    steps: true,
  })
  .meta({ id: "ApiMonitorDraft" });
export type ApiMonitorDraft = z.output<typeof apiMonitorDraftSchema>;

export const apiMonitorImportSchema = z
  .object({
    format: z.enum(IMPORT_FORMATS),
    dry_run: z.boolean(),
    api_monitors: z.array(apiMonitorDraftSchema).meta({
      description:
        "Valid for `POST /api-monitors` as they are; not enabled while organization variables are to be made first",
    }),
    created: z.array(z.string()).meta({ description: "The ids of the API monitors; none for a dry run" }),
    not_imported: z
      .array(
        z.object({
          where: z.string().meta({ description: "The place in the document" }),
          what: z.string(),
          why: z.string(),
        }),
      )
      .meta({ description: "What could not be carried over, and what was filled in instead" }),
    variables: z
      .array(z.object({ name: z.string(), is_secret: z.boolean(), why: z.string() }))
      .meta({ description: "Organization variables to make before the API monitors can pass" }),
  })
  .meta({ id: "ApiMonitorImport" });
export type ApiMonitorImport = z.output<typeof apiMonitorImportSchema>;

/** Null for what is nested more deeply than can be written. */
function asJson(value: Record<string, unknown>): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
