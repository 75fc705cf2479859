import { z } from "zod";
import { cursorSchema, limitSchema, timestamp } from "../common/paging.ts";
import { TARGET_KINDS } from "./target-fields.ts";

/** Deleted targets, which can be restored until they are purged. */
export const trashedSchema = z
  .object({
    id: z.string(),
    kind: z.enum(TARGET_KINDS),
    name: z.string(),
    deleted_at: timestamp,
    deleted_by: z.string().nullable().meta({ description: "ID of the user or API key" }),
    purge_at: timestamp.meta({ description: "When the target and its results are deleted for good" }),
  })
  .meta({ id: "TrashedTarget" });
export type TrashedTarget = z.output<typeof trashedSchema>;

export const trashListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  org_id: z.string().optional(),
});
export type TrashListQuery = z.output<typeof trashListQuery>;

export const restoredSchema = z
  .object({ id: z.string(), kind: z.enum(TARGET_KINDS) })
  .meta({ id: "RestoredTarget" });
export type RestoredTarget = z.output<typeof restoredSchema>;
