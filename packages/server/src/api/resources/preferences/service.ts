import type { OrgId } from "@vedette/contract/common/ids.ts";
import { UNGROUPED } from "@vedette/contract/people/groupable-lists.ts";
import type { Preferences, PreferencesUpdate } from "@vedette/contract/people/preferences.ts";
import { listGroups } from "../../../pipeline/groups/queries.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findPreferences, savePreferences } from "./queries.ts";

/**
 * The preferences of a member in an organization, stored with the membership. They change nothing for others and
 * are set with every click on a group, so they are not in the audit log.
 */
type PreferencesContext = { db: Db; orgId: OrgId; actor: Actor };

const DEFAULTS: Preferences = {
  lists_by_group: [],
  lists_by_tag: [],
  collapsed_groups: [],
  list_columns: {},
  dismissed: [],
};

export async function getPreferences(ctx: PreferencesContext): Promise<Preferences> {
  return { ...DEFAULTS, ...(await findPreferences(ctx.db, memberOf(ctx)))?.preferences };
}

export async function updatePreferences(
  ctx: PreferencesContext,
  {
    lists_by_group: lists,
    lists_by_tag: byTag,
    collapsed_groups: collapsed,
    list_columns,
    dismissed,
  }: PreferencesUpdate,
): Promise<Preferences> {
  const change: Partial<Preferences> = {
    ...(lists && { lists_by_group: [...new Set(lists)] }),
    ...(byTag && { lists_by_tag: [...new Set(byTag)] }),
    ...(list_columns && { list_columns }),
    ...(collapsed && { collapsed_groups: await ownGroups(ctx, collapsed) }),
    ...(dismissed && { dismissed: [...new Set(dismissed)] }),
  };
  await savePreferences(ctx.db, memberOf(ctx), change);
  return getPreferences(ctx);
}

/** A group may be deleted while a browser still shows it, so unknown ids are left out instead of rejected. */
async function ownGroups({ db, orgId }: PreferencesContext, ids: readonly string[]): Promise<string[]> {
  const known = new Set([UNGROUPED, ...(await listGroups(db, orgId)).map(({ id }) => id as string)]);
  return [...new Set(ids)].filter((id) => known.has(id));
}

function memberOf({ actor, orgId }: PreferencesContext) {
  if (actor.kind !== "member") throw new Error("an API key reached the preferences of a member");
  return { orgId, membershipId: actor.membershipId };
}
