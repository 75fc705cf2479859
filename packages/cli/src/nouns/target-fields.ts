import type { FieldOption } from "./noun.ts";

/** Options of `create` and `update` of more than one noun. */
export const nameFields = {
  name: { type: "string", value: "name", summary: "name", field: "name" },
} as const satisfies Record<string, FieldOption>;

export const targetFields = {
  ...nameFields,
  tag: { type: "string", value: "tag", summary: "tag; may be repeated", isList: true, field: "tags" },
  location: {
    type: "string",
    value: "name",
    summary: "name of a location; may be repeated",
    isList: true,
    field: "locations",
  },
  group: { type: "string", value: "id", summary: "ID of the group", field: "group_id" },
} as const satisfies Record<string, FieldOption>;

/** Filters of the lists of targets. */
export const TARGET_FILTERS = {
  status: "statuses, separated by commas, such as up,down",
  tag: "tag of the targets",
  q: "text in the name or the description",
};
