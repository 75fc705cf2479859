import { z } from "zod";
import { orgIdField } from "../targets/target-fields.ts";
import { GROUPABLE_LISTS, LIST_COLUMNS } from "./groupable-lists.ts";

/** How a member wants to see an organization in the dashboard. Each organization has its own. */

/** All groups of an organization, and the targets without a group. */
const COLLAPSED_MAX = 501;

const listsByGroup = z.array(z.enum(GROUPABLE_LISTS)).meta({ description: "Lists that are shown by group" });
const collapsedGroups = z.array(z.string()).meta({
  description: "IDs of groups whose targets are hidden in these lists; `none` for targets without a group",
});

/** Parts of the dashboard that a member can dismiss for good. */
const DISMISSIBLE = ["checklist"] as const;

const dismissed = z.array(z.enum(DISMISSIBLE)).meta({ description: "What the member does not want to see" });

const listsByTag = z.array(z.enum(GROUPABLE_LISTS)).meta({ description: "Lists that are shown by tag" });
const listColumns = z
  .partialRecord(z.enum(GROUPABLE_LISTS), z.array(z.enum(LIST_COLUMNS)).max(LIST_COLUMNS.length))
  .meta({
    description: "Columns of each list, besides the name; a list that is absent shows its default columns",
  });

export const preferencesSchema = z
  .object({
    lists_by_group: listsByGroup,
    lists_by_tag: listsByTag,
    collapsed_groups: collapsedGroups,
    list_columns: listColumns,
    dismissed,
  })
  .meta({ id: "Preferences" });
export type Preferences = z.output<typeof preferencesSchema>;

/** Changes only the fields in the request. */
export const preferencesUpdate = z
  .strictObject({
    org_id: orgIdField,
    lists_by_group: z
      .array(z.enum(GROUPABLE_LISTS))
      .max(GROUPABLE_LISTS.length)
      .optional()
      .meta({ description: "Lists to show by group" }),
    lists_by_tag: z
      .array(z.enum(GROUPABLE_LISTS))
      .max(GROUPABLE_LISTS.length)
      .optional()
      .meta({ description: "Lists to show by tag" }),
    list_columns: listColumns.optional(),
    collapsed_groups: z
      .array(z.string().max(64))
      .max(COLLAPSED_MAX)
      .optional()
      .meta({ description: "IDs of groups to hide the targets of, or `none`; unknown IDs are left out" }),
    dismissed: z
      .array(z.enum(DISMISSIBLE))
      .max(DISMISSIBLE.length)
      .optional()
      .meta({ description: "What to hide from the member" }),
  })
  .meta({ id: "PreferencesUpdate" });
export type PreferencesUpdate = z.output<typeof preferencesUpdate>;
