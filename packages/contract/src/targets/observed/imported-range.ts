import { z } from "zod";
import { timestamp } from "../../common/paging.ts";
import { IMPORT_KINDS } from "../../imports/import-kinds.ts";

/** Which part of a target's history is from another monitoring tool. */
export const importedRangeSchema = z
  .object({
    source: z.enum(IMPORT_KINDS).meta({ description: "The tool" }),
    from: timestamp.meta({ description: "Start of what it measured, which may be before the answer's time" }),
    to: timestamp.meta({ description: "Vedette itself measured everything after it" }),
  })
  .meta({ id: "ImportedRange" });
export type ImportedRange = z.output<typeof importedRangeSchema>;

export const importedField = importedRangeSchema.nullable().meta({
  description: "The part that is from another monitoring tool; null if nothing in the answer's time is",
});
