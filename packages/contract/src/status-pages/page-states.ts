import { z } from "zod";
import { page } from "../common/envelope.ts";
import { COMPONENT_STATUSES } from "./status-words.ts";

/** The states of all status pages of an organization, for a list of them. */

export const pageStateSchema = z
  .object({
    page_id: z.string(),
    status: z.enum(COMPONENT_STATUSES).meta({ description: "The worst status of a component" }),
    is_measured: z.boolean().meta({ description: "False if no component is measured now" }),
    components: z.number(),
    unresolved_incidents: z.number(),
    draft_incidents: z.number().meta({ description: "Visitors do not see them until they are published" }),
  })
  .meta({ id: "StatusPageState" });
export type PageState = z.output<typeof pageStateSchema>;

/** All pages: their number is limited, so that there is only one page of the list. */
export const pageStatePage = page(pageStateSchema);
