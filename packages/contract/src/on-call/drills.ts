import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { escalationSchema } from "./escalations.ts";

/** Fire drills: a marked test of an escalation policy that opens no alert. */

/** No step of a drill waits longer. */
export const DRILL_WAIT_SECONDS_MAX = 10;

export const drillSchema = z
  .object({
    id: z.string(),
    escalation: escalationSchema,
    acknowledgements: z.array(
      z
        .object({ person_id: z.string(), name: z.string(), at: timestamp })
        .meta({ id: "DrillAcknowledgement" }),
    ),
  })
  .meta({ id: "Drill" });
export type Drill = z.output<typeof drillSchema>;

export const drillParams = z.object({ id: z.string(), drill_id: z.string() });
