import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { selectorSchema } from "../targets/selectors.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { CODE_KINDS } from "./code-keys.ts";
import { codeSummarySchema } from "./code-plan.ts";
import { codeKeySchema } from "./code-references.ts";

/** Projects of monitoring as code, and what they own. */

/** Path parameters `{project}`. An unknown one of the right form is a project without resources. */
export const projectParams = z.object({ project: z.string() });

export const codeOwnedResourceSchema = z
  .object({
    kind: z.enum(CODE_KINDS),
    key: z.string(),
    id: z.string(),
    source: z.string().nullable(),
  })
  .meta({ id: "CodeOwnedResource" });
export type CodeOwnedResource = z.output<typeof codeOwnedResourceSchema>;

const projectFields = {
  project: z.string(),
  revision: z
    .number()
    .meta({ description: "Each apply that changes something increments it; 0 before the first" }),
  applied_at: timestamp.nullable(),
  applied_by: z.string().nullable().meta({ description: "Name of the person or API key" }),
};

export const codeProjectSchema = z
  .object({ ...projectFields, resources: z.array(codeOwnedResourceSchema) })
  .meta({ id: "CodeProject" });
export type CodeProject = z.output<typeof codeProjectSchema>;

export const codeProjectSummarySchema = z
  .object({ ...projectFields, resource_count: z.number() })
  .meta({ id: "CodeProjectSummary" });
export type CodeProjectSummary = z.output<typeof codeProjectSummarySchema>;

export const codeAppliedSchema = z
  .object({ revision: z.number(), summary: codeSummarySchema, resources: z.array(codeOwnedResourceSchema) })
  .meta({ id: "CodeApplied" });
export type CodeApplied = z.output<typeof codeAppliedSchema>;

export const codeExportSchema = z
  .object({
    // Not by its schema, which would write the defaults of the API into it.
    document: z.record(z.string(), z.unknown()).meta({ description: "See `GET /code/schema.json`" }),
    credentials: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), name: z.string() }))
      .meta({ description: "The credentials that the document needs: place and environment variable" }),
  })
  .meta({ id: "CodeExport" });
export type CodeExport = z.output<typeof codeExportSchema>;

/** An export of targets in no project, with what they refer to. */
export const codeExportRequest = z
  .strictObject({
    org_id: orgIdField,
    project: z
      .string()
      .max(80)
      .default("exported")
      .meta({ description: "Name of the project in the document" }),
    selector: selectorSchema.nullish().meta({ description: "The targets to export; absent: everything" }),
  })
  .meta({ id: "CodeExportRequest" });
export type CodeExportRequest = z.output<typeof codeExportRequest>;

export const codeUndeleteRequest = z
  .strictObject({ org_id: orgIdField, kind: z.enum(CODE_KINDS), key: codeKeySchema })
  .meta({ id: "CodeUndeleteRequest" });
export type CodeUndeleteRequest = z.output<typeof codeUndeleteRequest>;

export const codeSchemaResponse = z
  .record(z.string(), z.unknown())
  .meta({ description: "JSON Schema (draft 2020-12) of the document" });

export const codeProjectListQuery = z.strictObject({ org_id: z.string().optional() });
