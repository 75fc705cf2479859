import { z } from "zod";

/** Which project of monitoring as code a resource belongs to. */

const managedBySchema = z
  .object({
    project: z.string(),
    key: z.string(),
    source: z
      .string()
      .nullable()
      .meta({ description: "Where it is written, such as `monitors/home.yaml:12`" }),
  })
  .meta({ id: "ManagedBy", description: "The project of monitoring as code that the resource belongs to" });
export type ManagedBy = z.output<typeof managedBySchema>;

/** The field `managed_by` of responses. */
export const managedByField = managedBySchema.nullable().optional().meta({
  description: "The project of monitoring as code that owns it; null if it is managed by hand",
});
