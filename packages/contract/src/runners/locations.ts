import { z } from "zod";
import { timestamp } from "../common/paging.ts";

export const locationStateSchema = z
  .object({
    id: z.string(),
    runners: z.number().meta({ description: "How many runners are at this location now" }),
    last_seen_at: timestamp.nullable(),
    private: z.boolean().meta({
      description:
        "True where only runners with a key of the organization make its checks, and nobody stands in",
    }),
    stand_in: z.boolean().meta({ description: "True while another location's runner makes its checks" }),
  })
  .meta({ id: "Location" });
export type LocationState = z.output<typeof locationStateSchema>;
