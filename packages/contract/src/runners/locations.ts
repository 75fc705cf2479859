import { z } from "zod";
import { timestamp } from "../common/paging.ts";

export const locationStateSchema = z
  .object({
    id: z.string(),
    runners: z.number().meta({ description: "Number of runners at this location now" }),
    last_seen_at: timestamp.nullable(),
    private: z.boolean().meta({
      description:
        "True if only runners with a key of the organization make its checks, without a fallback location",
    }),
    stand_in: z.boolean().meta({ description: "True while a runner of another location covers its checks" }),
  })
  .meta({ id: "Location" });
export type LocationState = z.output<typeof locationStateSchema>;
