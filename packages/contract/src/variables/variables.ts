import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { TEMPLATE_NAME } from "./template.ts";

/** A variable is a text that targets reference as `{{NAME}}`; a secret is a variable whose value is never returned. */
export const VARIABLE_TYPES = ["string", "secret"] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** Maximum size of a value, in bytes of UTF-8. */
export const VALUE_BYTES_MAX = 65_536;

const fields = {
  name: z
    .string()
    .regex(
      new RegExp(`^${TEMPLATE_NAME}$`),
      "must be A-Z, a-z, 0-9 and _, at most 64, and not start with a digit",
    ),
  value: z
    .string()
    .refine((text) => new TextEncoder().encode(text).length <= VALUE_BYTES_MAX, {
      error: `must be at most ${VALUE_BYTES_MAX} bytes long`,
    })
    .meta({
      maxLength: VALUE_BYTES_MAX,
      description: "At most 64 KiB of UTF-8; the value of a secret must not be empty",
    }),
  type: z.enum(VARIABLE_TYPES),
};

const readOnlyFields = {
  id: readOnly,
  has_value: readOnly,
  managed_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

const orgId = z
  .string()
  .nullish()
  .meta({ description: "The organization of the caller; any other ID returns 403" });

export const variableCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgId,
    name: fields.name,
    value: fields.value,
    type: fields.type.default("string"),
  })
  .meta({ id: "VariableCreate" });
export type VariableCreate = z.output<typeof variableCreate>;

/** Changes only the fields in the request. */
export const variableUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgId,
    name: fields.name.optional(),
    value: fields.value
      .nullish()
      .meta({ description: "Null, as returned for a secret, keeps the value of the secret" }),
    type: fields.type
      .optional()
      .meta({ description: "A `string` may become `secret`; a `secret` never becomes `string`" }),
  })
  .meta({ id: "VariableUpdate" });
export type VariableUpdate = z.output<typeof variableUpdate>;

export const variableSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    type: z.enum(VARIABLE_TYPES),
    value: z.string().nullable().meta({ description: "Null for a secret, which is never returned" }),
    has_value: z.boolean(),
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Variable" });
export type Variable = z.output<typeof variableSchema>;

export const variableListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  type: z.enum(VARIABLE_TYPES).optional(),
  org_id: z.string().optional(),
});
export type VariableListQuery = z.output<typeof variableListQuery>;
