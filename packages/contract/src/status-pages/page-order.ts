import { z } from "zod";
import { orgIdField } from "../targets/target-fields.ts";
import { PAGE_COMPONENTS_MAX, PAGE_GROUPS_MAX } from "./page-limits.ts";

/** The order of the groups and components of a page. */

const id = z.string().max(64);

export const pageOrderUpdate = z
  .strictObject({
    org_id: orgIdField,
    items: z
      .array(
        z.strictObject({
          id: id.meta({ description: "ID of a group, or of a component outside of all groups" }),
          components: z
            .array(id)
            .max(PAGE_COMPONENTS_MAX)
            .optional()
            .meta({ description: "Components of the group, in their order; of a group only" }),
        }),
      )
      .max(PAGE_COMPONENTS_MAX + PAGE_GROUPS_MAX)
      .meta({ description: "All groups and components of the page, each once" }),
  })
  .meta({ id: "StatusPageOrder" });
export type PageOrderUpdate = z.output<typeof pageOrderUpdate>;

/** The groups and the components of a page with their new positions. */
export const pageOrderSchema = z
  .object({
    items: z.array(z.object({ id: z.string(), components: z.array(z.string()).optional() })),
  })
  .meta({ id: "StatusPageOrderView" });
export type PageOrder = z.output<typeof pageOrderSchema>;
