import {
  type AlertChannelType,
  channelDeclaration,
} from "@vedette/contract/alerts/channels/channel-types.ts";
import { channelFormFields } from "@vedette/contract/alerts/channels/define-channel-type.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { StoredChannelConfig } from "./channel-config.ts";

/**
 * Returns an error for each person of a configuration who is not a member. Those that were there before stay: a person who
 * has left must not prevent other changes.
 */
export async function strangerErrors(
  { db, orgId }: { db: Db; orgId: OrgId },
  { type, config, before = {} }: ChannelPeople,
): Promise<ErrorDetail[]> {
  const fields = channelFormFields(channelDeclaration(type)).filter(({ input }) => input === "members");
  const named = fields.flatMap(({ key }) => {
    const kept = listIn(before[key]);
    return listIn(config[key]).flatMap((id, index) =>
      kept.includes(id) ? [] : [{ id, path: `config.${key}.${index}` }],
    );
  });
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const members = await db.rows<{ person_id: string }>(sql`
    select person_id from membership where org_id = ${orgId} and person_id = any(${textArray(ids)}::uuid[])`);
  const known = new Set(members.map((row) => row.person_id));
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ path }) => ({ path, message: "must be the ID of a member of the organization" }));
}

type ChannelPeople = {
  type: AlertChannelType;
  config: StoredChannelConfig;
  /** The stored configuration of an update. */
  before?: StoredChannelConfig;
};

function listIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
