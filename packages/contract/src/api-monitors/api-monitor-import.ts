import { z } from "zod";
import { orgIdField } from "../targets/target-fields.ts";
import { apiMonitorSchema } from "./api-monitors.ts";
import { STEP_METHODS } from "./step-methods.ts";

/** API monitors made of a document of another tool. */

export const IMPORT_FORMATS = ["curl", "har", "postman", "openapi"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Of a document within a JSON body; a larger one is sent as a file. */
export const IMPORT_LENGTH_MAX = 1_048_576;
/** Twenty API monitors of fifty steps: what an answer can still show. */
export const IMPORT_STEPS_MAX = 1_000;
const SELECT_ITEMS_MAX = 200;

const contentSchema = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((content, ctx) => {
    const text = typeof content === "string" ? content : asJson(content);
    if (text === null) ctx.addIssue({ code: "custom", message: "is nested too deeply" });
    else if (text.trim() === "") ctx.addIssue({ code: "custom", message: "is needed" });
    else if (text.length > IMPORT_LENGTH_MAX) {
      ctx.addIssue({
        code: "custom",
        message: `must be at most ${IMPORT_LENGTH_MAX} characters; send a larger document as a file to /api/v1/api-monitors/import/file`,
      });
    }
    return text ?? "";
  })
  .meta({ description: "The document's text, or the JSON object itself; nothing in it is run or fetched" });

const selectShape = {
  operations: z
    .array(z.number().int().min(0))
    .min(1)
    .max(IMPORT_STEPS_MAX)
    .optional()
    .meta({ description: "Their `index` in the list of a dry run of the same document" }),
  tags: z.array(z.string()).min(1).max(SELECT_ITEMS_MAX).optional().meta({
    description: "Of OpenAPI the first tag of the operation, of Postman the folder, of HAR and cURL the host",
  }),
  methods: z.array(z.enum(STEP_METHODS)).min(1).optional(),
  paths: z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(SELECT_ITEMS_MAX)
    .optional()
    .meta({ description: "As the document writes them; one that ends in `*` takes all that begin like it" }),
};

export const importSelection = z
  .strictObject(selectShape)
  .meta({ id: "ImportSelection", description: "Only the operations for which all that is given holds" });
export type ImportSelection = z.output<typeof importSelection>;

const orderShape = {
  format: z
    .enum(IMPORT_FORMATS)
    .optional()
    .meta({ description: "Guessed from the content when it is left out" }),
  name: z.string().trim().min(1).max(150).optional().meta({ description: "Default: the document's own" }),
};

export const apiMonitorImportInput = z
  .strictObject({
    ...orderShape,
    content: contentSchema,
    dry_run: z
      .boolean()
      .default(true)
      .meta({ description: "Answer with what would be made, and make nothing" }),
    enabled: z.boolean().optional().meta({
      description:
        "Default: true for an API monitor whose steps are all GET or HEAD and need no variable to be made first",
    }),
    select: importSelection.optional(),
    org_id: orgIdField,
  })
  .meta({ id: "ApiMonitorImportRequest" });
export type ApiMonitorImportInput = z.output<typeof apiMonitorImportInput>;

/** What stands beside the file of a large document. */
export const apiMonitorImportForm = z.strictObject({
  ...orderShape,
  dry_run: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .default(true)
    .meta({ description: "Answer with what would be made, and make nothing" }),
  enabled: z.stringbool({ truthy: ["true"], falsy: ["false"] }).optional(),
  select: z
    .string()
    .transform((text, ctx) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        ctx.addIssue({ code: "custom", message: "must be a JSON object" });
        return z.NEVER;
      }
    })
    .pipe(importSelection)
    .optional()
    .meta({ description: "As in the JSON body, written as JSON" }),
  org_id: orgIdField,
});

export type ApiMonitorImportForm = z.output<typeof apiMonitorImportForm>;

export const importProgressSchema = z
  .object({
    phase: z.enum(["idle", "receiving", "waiting", "reading", "converting", "storing"]),
    bytes_received: z.number().int(),
  })
  .meta({ id: "ApiMonitorImportProgress" });
export type ImportProgress = z.output<typeof importProgressSchema>;

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
        "Valid for `POST /api-monitors` as they are; not enabled where a step writes, or while organization variables " +
        "are to be made first",
    }),
    writes: z.array(z.number().int()).meta({
      description:
        "The steps that are neither GET nor HEAD, by their index; counted on from one API monitor to the next",
    }),
    operations: z
      .array(
        z.object({
          index: z.number().int(),
          method: z.string(),
          path: z.string(),
          tag: z.string(),
          name: z.string(),
        }),
      )
      .meta({ description: "All that the document holds, at most 10,000, to choose from with `select`" }),
    operations_total: z.number().int(),
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
