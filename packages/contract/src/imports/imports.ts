import { z } from "zod";

/** Imports from other monitoring tools: what a file becomes, and what of it does not fit. */

/** One thing of the file. */
const entrySchema = z
  .object({
    kind: z
      .string()
      .meta({ description: "The kind of resource, or the tool's own word for what is not made" }),
    key: z.string().meta({ description: "Key in the project, or the tool's own ID for what is not made" }),
    name: z.string(),
    reasons: z.array(z.string()).meta({ description: "What differs, or why it is not made; sentences" }),
  })
  .meta({ id: "ImportEntry" });
export type ImportEntry = z.output<typeof entrySchema>;

export const importReportSchema = z
  .object({
    made: z.array(entrySchema),
    made_with_differences: z.array(entrySchema),
    not_made: z.array(entrySchema),
  })
  .meta({ id: "ImportReport", description: "Everything in the file is in exactly one of the lists" });
export type ImportReport = z.output<typeof importReportSchema>;
