import { z } from "zod";
import { orgIdField } from "../targets/target-fields.ts";
import { GROUPABLE_LISTS } from "./groupable-lists.ts";

/** How a member wants to see an organization in the dashboard. Each organization has its own. */

/** All groups of an organization, and the targets without a group. */
const COLLAPSED_MAX = 501;

const listsByGroup = z.array(z.enum(GROUPABLE_LISTS)).meta({ description: "Lists that are shown by group" });
const collapsedGroups = z.array(z.string()).meta({
  description: "IDs of groups whose targets are hidden in these lists; `none` for targets without a group",
});

export const preferencesSchema = z
  .object({ lists_by_group: listsByGroup, collapsed_groups: collapsedGroups })
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
    collapsed_groups: z
      .array(z.string().max(64))
      .max(COLLAPSED_MAX)
      .optional()
      .meta({ description: "IDs of groups to hide the targets of, or `none`; unknown IDs are left out" }),
  })
  .meta({ id: "PreferencesUpdate" });
export type PreferencesUpdate = z.output<typeof preferencesUpdate>;
