import { z } from "zod";

/** Fields that mean the same on everything that is watched: monitors, API monitors and journeys. */

export const TARGET_KINDS = ["monitor", "api_monitor", "journey"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

const LOCATION_PATTERN = /^[a-z0-9][a-z0-9-]{0,62}$/;

export const locationSchema = z
  .string()
  .regex(LOCATION_PATTERN, "must be a location identifier: a-z, 0-9 and -, at most 63 characters");

export const tagSchema = z.string().trim().min(1).max(50);

const PARENTS_MAX = 20;

/** Each without a default: creates and updates are both made of these. */
export const targetFields = {
  name: z.string().trim().min(1, "is needed").max(200),
  interval: z
    .number()
    .min(1)
    .max(86_400)
    .meta({ description: "Seconds between checks; a fraction is allowed" }),
  timeout: z.number().min(0.1).max(300),
  locations: z.array(locationSchema).min(1).max(20),
  enabled: z.boolean(),
  tags: z.array(tagSchema).max(20),
  parents: z
    .array(z.string())
    .max(PARENTS_MAX)
    .meta({
      description:
        "Ids of monitors, API monitors and journeys that this one hangs on: while one of them is down nobody is told of " +
        "alerts of this one",
    }),
};

/** Of answers: why something is paused that nobody has paused. */
export const pausedReason = z
  .literal("plan")
  .nullable()
  .meta({ description: "`plan`: it is more than the plan allows. A larger plan resumes it, and so may you" });

/** Of answers: why nothing is known of the target. */
export const statusReason = z.string().nullable().meta({
  description:
    "Why `status` is `unknown`: the error code and message of the check after which three in a row were not judged; null with any other status",
});

export const orgIdField = z
  .string()
  .nullish()
  .meta({ description: "The key's own organization; another's is 403" });
