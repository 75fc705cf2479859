import { z } from "zod";
import { jsonText } from "../common/json-text.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { apiMonitorSchema } from "./api-monitors.ts";
import { STEP_METHODS } from "./step-methods.ts";

/** Imports API monitors from documents of other tools. */

export const IMPORT_FORMATS = ["curl", "har", "postman", "openapi"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Limit for a document within a JSON body; larger ones are sent as a file. */
export const IMPORT_LENGTH_MAX = 1_048_576;
/** Twenty API monitors of fifty steps: the most that one response can return. */
export const IMPORT_STEPS_MAX = 1_000;
const SELECT_ITEMS_MAX = 200;

const contentSchema = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((content, ctx) => {
    const text = typeof content === "string" ? content : asJson(content);
    if (text === null) ctx.addIssue({ code: "custom", message: "is nested too deeply" });
    else if (text.trim() === "") ctx.addIssue({ code: "custom", message: "is required" });
    else if (text.length > IMPORT_LENGTH_MAX) {
      ctx.addIssue({
        code: "custom",
        message: `must be at most ${IMPORT_LENGTH_MAX} characters; send a larger document as a file to /api/v1/api-monitors/import/file`,
      });
    }
    return text ?? "";
  })
  .meta({ description: "The document as text or as a JSON object; nothing in it is executed or fetched" });

const selectShape = {
  operations: z
    .array(z.number().int().min(0))
    .min(1)
    .max(IMPORT_STEPS_MAX)
    .optional()
    .meta({ description: "`index` values from a dry run of the same document" }),
  tags: z.array(z.string()).min(1).max(SELECT_ITEMS_MAX).optional().meta({
    description:
      "The first tag of an OpenAPI operation, the folder of a Postman request, the host of a HAR or cURL request",
  }),
  methods: z.array(z.enum(STEP_METHODS)).min(1).optional(),
  paths: z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(SELECT_ITEMS_MAX)
    .optional()
    .meta({ description: "Paths as written in the document; a trailing `*` matches any suffix" }),
};

export const importSelection = z
  .strictObject(selectShape)
  .meta({ id: "ImportSelection", description: "Imports only operations that match every given criterion" });
export type ImportSelection = z.output<typeof importSelection>;

const optionsShape = {
  format: z.enum(IMPORT_FORMATS).optional().meta({ description: "Default: detected from the content" }),
  name: z
    .string()
    .trim()
    .min(1)
    .max(150)
    .optional()
    .meta({ description: "Default: the title of the document" }),
};

export const apiMonitorImportInput = z
  .strictObject({
    ...optionsShape,
    content: contentSchema,
    dry_run: z
      .boolean()
      .default(true)
      .meta({ description: "Returns what would be created without creating it" }),
    enabled: z.boolean().optional().meta({
      description: "Default: true if all steps are GET or HEAD and no variable has to be created first",
    }),
    select: importSelection.optional(),
    org_id: orgIdField,
  })
  .meta({ id: "ApiMonitorImportRequest" });
export type ApiMonitorImportInput = z.output<typeof apiMonitorImportInput>;

/** The form fields next to the file of a large document. */
export const apiMonitorImportForm = z.strictObject({
  ...optionsShape,
  dry_run: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .default(true)
    .meta({ description: "Returns what would be created without creating it" }),
  enabled: z.stringbool({ truthy: ["true"], falsy: ["false"] }).optional(),
  select: jsonText(importSelection).optional().meta({ description: "As in the JSON body, encoded as JSON" }),
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

/** The body of `POST /api-monitors` with every default applied. */
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
        "Valid bodies for `POST /api-monitors`; not enabled if a step writes or organization variables have to be " +
        "created first",
    }),
    writes: z.array(z.number().int()).meta({
      description: "Indexes of the steps that are neither GET nor HEAD, counted across all API monitors",
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
      .meta({ description: "All operations of the document, at most 10,000, to choose from with `select`" }),
    operations_total: z.number().int(),
    created: z
      .array(z.string())
      .meta({ description: "IDs of the created API monitors; empty for a dry run" }),
    not_imported: z
      .array(
        z.object({
          where: z.string().meta({ description: "Position in the document" }),
          what: z.string(),
          why: z.string(),
        }),
      )
      .meta({ description: "What could not be imported, and the values used instead" }),
    variables: z
      .array(z.object({ name: z.string(), is_secret: z.boolean(), why: z.string() }))
      .meta({ description: "Organization variables to create before the API monitors can pass" }),
  })
  .meta({ id: "ApiMonitorImport" });
export type ApiMonitorImport = z.output<typeof apiMonitorImportSchema>;

/** Returns the JSON text, or null if the value is nested too deeply to serialize. */
function asJson(value: Record<string, unknown>): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
