import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { snoozeField } from "./snooze.ts";

/** Fields with the same meaning for all kinds of targets: monitors, API monitors, journeys and heartbeats. */

export const TARGET_KINDS = ["monitor", "api_monitor", "journey", "heartbeat"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

const LOCATION_PATTERN = /^[a-z0-9][a-z0-9-]{0,62}$/;

export const locationSchema = z
  .string()
  .regex(LOCATION_PATTERN, "must be a location identifier: a-z, 0-9 and -, at most 63 characters");

export const tagSchema = z.string().trim().min(1).max(50);

export const TAGS_MAX = 20;
const PARENTS_MAX = 20;

/** Fields without defaults; shared by creates and updates. */
export const targetFields = {
  name: z.string().trim().min(1, "is required").max(200),
  description: z.string().max(2_000).meta({ description: "Markdown" }),
  runbook_url: z
    .string()
    .max(2_000)
    .refine(isWebUrl, "must be an http or https URL without user and password")
    .meta({ description: "Page that explains what to do if the target fails; linked in alerts" }),
  owner: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ description: "Team or person responsible for the target; named in alerts" }),
  group_id: z.string().max(64).meta({ description: "Group that the target belongs to" }),
  interval: z
    .number()
    .min(1)
    .max(86_400)
    .meta({ description: "Seconds between checks; fractions are allowed" }),
  timeout: z.number().min(0.1).max(300),
  locations: z.array(locationSchema).min(1).max(20),
  enabled: z.boolean(),
  tags: z.array(tagSchema).max(TAGS_MAX),
  parents: z
    .array(z.string())
    .max(PARENTS_MAX)
    .meta({
      description:
        "IDs of targets that this target depends on: while one of them is down, notifications for alerts of this target are " +
        "suppressed",
    }),
};

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** Response field: why a target is paused that no user paused. */
export const pausedReason = z.literal("plan").nullable().meta({
  description:
    "`plan`: paused because it exceeds the plan. A larger plan resumes it; you can also resume it manually",
});

/** Response field: why the status of a target is unknown. */
export const statusReason = z.string().nullable().meta({
  description:
    "Why `status` is `unknown`: error code and message of the third consecutive check that could not be evaluated; null for any other status",
});

export const orgIdField = z
  .string()
  .nullish()
  .meta({ description: "The organization of the key; any other ID returns 403" });

/** Ignored in requests, so that a target from a response can be sent back. */
export const targetReadOnlyFields = {
  id: readOnly,
  status: readOnly,
  status_since: readOnly,
  status_reason: readOnly,
  paused_reason: readOnly,
  snooze: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
  managed_by: readOnly,
};

/** Fields of create requests that have the same default for all kinds. */
export const targetCreateFields = {
  ...targetReadOnlyFields,
  org_id: orgIdField,
  name: targetFields.name,
  description: targetFields.description.nullish(),
  runbook_url: targetFields.runbook_url.nullish(),
  owner: targetFields.owner.nullish(),
  group_id: targetFields.group_id.nullish(),
  enabled: targetFields.enabled.default(true),
  tags: targetFields.tags.nullish(),
  parents: targetFields.parents.nullish(),
};

/** The same fields of update requests: absent fields keep their value, and null clears an optional field. */
export const targetUpdateFields = {
  ...targetCreateFields,
  name: targetFields.name.optional(),
  enabled: targetFields.enabled.optional(),
};

/** Fields of responses that all kinds have, apart from `status`. */
export const targetResponseFields = {
  id: z.string(),
  org_id: z.string(),
  name: z.string(),
  description: z.string().meta({ description: "Markdown" }),
  runbook_url: z.string().nullable(),
  owner: z.string().nullable(),
  group_id: z.string().nullable(),
  enabled: z.boolean(),
  tags: z.array(z.string()),
  parents: z.array(z.string()),
  locations: z.array(z.string()),
  status_since: timestamp,
  status_reason: statusReason,
  paused_reason: pausedReason,
  snooze: snoozeField,
  managed_by: managedByField,
  created_at: timestamp,
  updated_at: timestamp,
};
