import { z } from "zod";
import { success } from "../common/envelope.ts";
import { jsonText } from "../common/json-text.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { IMPORT_KINDS } from "./import-kinds.ts";
import { importReportSchema } from "./imports.ts";

/** The request that imports files of another monitoring tool, and its response. */

export const importParams = z.object({ kind: z.enum(IMPORT_KINDS) });

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,254}$/;
const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] });

const envSchema = z.record(
  z.string().regex(ENV_NAME, "must be the name of an environment variable"),
  z.string(),
);

/** The form fields next to the files. */
export const importForm = z.strictObject({
  org_id: orgIdField,
  dry_run: flag.default(true).meta({ description: "Returns what would be made without making it" }),
  history: flag.default(false).meta({
    description: "Uptime Kuma: imports statistics and changes of the status too",
  }),
  enabled: flag.default(true).meta({ description: "`false` makes all targets paused" }),
  env: jsonText(envSchema).optional().meta({
    description: 'Values of environment variables that the files refer to, as JSON: `{"TOKEN": "…"}`',
  }),
});
export type ImportForm = z.output<typeof importForm>;

const madeSchema = z
  .object({
    revision: z.number().meta({ description: "Revision of the project" }),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    resources: z.array(
      z.object({ kind: z.string(), key: z.string(), id: z.string() }).meta({ id: "ImportedResource" }),
    ),
  })
  .meta({ id: "ImportChanges" });
export type ImportChanges = z.output<typeof madeSchema>;

export const importResultSchema = importReportSchema
  .extend({
    project: z.string().meta({ description: "The project that owns what is made, such as `import:kuma`" }),
    dry_run: z.boolean(),
    document: z.record(z.string(), z.unknown()).meta({
      description: "What is made, as a document of monitoring as code. It contains no credentials",
    }),
    changes: madeSchema.nullable().meta({ description: "What was made; null for a dry run" }),
    history_targets: z.number().meta({ description: "Targets whose history was imported" }),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.output<typeof importResultSchema>;
export const importResponse = success(importResultSchema);
