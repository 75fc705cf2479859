import { z } from "zod";
import { timestamp } from "../../common/paging.ts";

export const REGISTRATION_STATES = ["unknown", "found", "missing", "unsupported"] as const;

/** The registration of the domain of a monitor, as its registry publishes it by RDAP. */
export const registrationSchema = z
  .object({
    domain: z.string(),
    state: z.enum(REGISTRATION_STATES).meta({
      description:
        "`unknown`: not looked up yet. `missing`: the registry does not know it. `unsupported`: the registry has no RDAP service",
    }),
    expires_at: timestamp.nullable().meta({ description: "Null if the registry does not publish it" }),
    registrar: z.string().nullable(),
    statuses: z.array(z.string()).meta({ description: "Words of RFC 8056, such as `client hold`" }),
    nameservers: z.array(z.string()),
    dnssec: z.boolean().nullable().meta({ description: "Whether the delegation is signed" }),
    looked_up_at: timestamp.nullable(),
    error: z.string().nullable().meta({ description: "Why the newest lookup failed" }),
  })
  .meta({ id: "Registration" });
export type Registration = z.output<typeof registrationSchema>;
