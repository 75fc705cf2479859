import { z } from "zod";
import { timestamp } from "../common/paging.ts";

/** The key in the addresses of the badges of a target or a status page. */
export const badgeKeySchema = z
  .object({
    key: z.string().nullable().meta({ description: "Null if there are no badges, like all other fields" }),
    url: z.string().nullable().meta({
      description: "Address of the badges; `/status.svg` and the other figures are below it",
    }),
    created_by: z.string().nullable(),
    created_at: timestamp.nullable(),
  })
  .meta({ id: "BadgeKey" });
export type BadgeKey = z.output<typeof badgeKeySchema>;
