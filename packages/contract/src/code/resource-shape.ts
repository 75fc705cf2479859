import { z } from "zod";
import { durationSchema } from "./code-references.ts";

/** The fields of a resource in a document, from the fields of the create request of the API. */

/** Fields that every resource has besides those of its kind. */
export const lifecycleFields = {
  protect: z.boolean().optional().meta({ description: "Refuse to delete or replace the resource" }),
  ignore_changes: z
    .array(z.string().max(100))
    .max(100)
    .optional()
    .meta({ description: "Fields that people change by hand: applying keeps their live values" }),
};
export const LIFECYCLE_FIELDS: readonly string[] = Object.keys(lifecycleFields);

type Shape = Readonly<Record<string, z.ZodType>>;

/** Fields whose values are IDs, so that a document has another field in their place. */
export const ID_FIELDS = [
  "org_id",
  "group_id",
  "parent_id",
  "parents",
  "targets",
  "selector",
  "channel_id",
  "channel_ids",
  "monitor_id",
  "api_monitor_id",
  "journey_id",
  "heartbeat_id",
  "monitor_ids",
  "api_monitor_ids",
  "journey_ids",
  "heartbeat_ids",
  "show_on",
  "slo_id",
  "escalation_policy_id",
  "fallback_policy_id",
] as const;
type IdField = (typeof ID_FIELDS)[number];

/** Without IDs and without read-only fields, whose schema accepts anything. */
type Writable<S> = {
  [Name in keyof S as Name extends IdField
    ? never
    : S[Name] extends z.ZodOptional<z.ZodUnknown>
      ? never
      : Name]: S[Name];
};

/** Returns the writable fields of a create request without IDs. A name may be absent: the key takes its place. */
export function writableShape<S extends Shape>(shape: S): Writable<S> {
  const omitted = new Set<string>(ID_FIELDS);
  return Object.fromEntries(
    Object.entries(shape).filter(
      ([name, field]) => !omitted.has(name) && z.globalRegistry.get(field)?.readOnly !== true,
    ),
  ) as Writable<S>;
}

/** The fields of these names take durations too. */
export function withDurations<Name extends string>(
  names: readonly Name[],
): Record<Name, z.ZodOptional<z.ZodNullable<typeof durationSchema>>> {
  const field = durationSchema.nullish();
  return Object.fromEntries(names.map((name) => [name, field])) as Record<Name, typeof field>;
}
