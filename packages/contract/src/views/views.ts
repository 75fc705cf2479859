import { z } from "zod";
import { CHECK_TYPES } from "../checks/check-types.ts";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { LIST_COLUMNS } from "../people/groupable-lists.ts";
import { MONITOR_STATUSES } from "../targets/monitors.ts";
import {
  locationSchema,
  orgIdField,
  TARGET_KINDS,
  tagSchema,
  targetFields,
} from "../targets/target-fields.ts";
import { VIEW_SORTS } from "./view-sorts.ts";

/** Saved views: the filters, order, columns and grouping of a list of targets, under a name. */

/** Shared views of an organization, and own views of each member. */
export const VIEWS_MAX = 200;
export const VIEW_LISTS = ["targets", "monitors", "api-monitors", "journeys", "heartbeats"] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

const VALUES_MAX = 100;

const filters = z
  .strictObject({
    q: z.string().trim().min(1).max(200).optional().meta({ description: "Text in name, URL, tags or owner" }),
    status: z.array(z.enum(MONITOR_STATUSES)).max(MONITOR_STATUSES.length).optional(),
    kind: z.array(z.enum(TARGET_KINDS)).max(TARGET_KINDS.length).optional(),
    type: z.array(z.enum(CHECK_TYPES)).max(CHECK_TYPES.length).optional(),
    tag: z.array(tagSchema).max(VALUES_MAX).optional(),
    tag_match: z.enum(["any", "all"]).optional().meta({ description: "How many of the tags; default: any" }),
    location: z.array(locationSchema).max(VALUES_MAX).optional(),
    group: z
      .array(z.string().max(64))
      .max(VALUES_MAX)
      .optional()
      .meta({ description: "IDs of groups, or `none` for targets without a group" }),
    owner: z.array(targetFields.owner).max(VALUES_MAX).optional(),
    covered: z.boolean().optional().meta({ description: "`false`: only targets that no alert rule covers" }),
  })
  .meta({ id: "ViewFilters" });

const fields = {
  name: z.string().trim().min(1, "is required").max(100),
  shared: z
    .boolean()
    .meta({ description: "Whether every member sees the view; API keys use only shared views" }),
  filters,
  sort: z.enum(VIEW_SORTS).meta({ description: "A leading `-` means descending" }),
  columns: z
    .array(z.enum(LIST_COLUMNS))
    .max(LIST_COLUMNS.length)
    .nullable()
    .meta({ description: "Columns besides the name; null for those of the person" }),
  group_by: z.enum(["none", "group", "tag"]),
};

const readOnlyFields = { id: readOnly, created_at: readOnly, updated_at: readOnly };

export const viewCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    list: z.enum(VIEW_LISTS),
    name: fields.name,
    shared: fields.shared.default(false),
    filters: fields.filters.default({}),
    sort: fields.sort.default("status"),
    columns: fields.columns.default(null),
    group_by: fields.group_by.default("none"),
  })
  .meta({ id: "ViewCreate" });
export type ViewCreate = z.output<typeof viewCreate>;
export type ViewCreateInput = z.input<typeof viewCreate>;

/** Changes only the fields in the request. */
export const viewUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    list: z.enum(VIEW_LISTS).optional().meta({ description: "Cannot be changed" }),
    name: fields.name.optional(),
    shared: fields.shared.optional(),
    filters: fields.filters.optional(),
    sort: fields.sort.optional(),
    columns: fields.columns.optional(),
    group_by: fields.group_by.optional(),
  })
  .meta({ id: "ViewUpdate" });
export type ViewUpdate = z.output<typeof viewUpdate>;

export const viewSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    list: z.enum(VIEW_LISTS),
    name: z.string(),
    shared: z.boolean(),
    filters,
    sort: z.enum(VIEW_SORTS),
    columns: z.array(z.enum(LIST_COLUMNS)).nullable(),
    group_by: z.enum(["none", "group", "tag"]),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "View" });
export type View = z.output<typeof viewSchema>;

/** All views that the caller sees: their number is limited, so that there is only one page. */
export const viewPage = page(viewSchema);

export const viewListQuery = z.strictObject({
  list: z.enum(VIEW_LISTS).optional().meta({ description: "Only views of this list" }),
  org_id: z.string().optional(),
});
export type ViewListQuery = z.output<typeof viewListQuery>;
