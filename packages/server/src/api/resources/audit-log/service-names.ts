import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listActorNames } from "./queries.ts";

/** Returns the name for an actor id, or null if it has no name. */
export type NameOf = (actorId: string | null) => string | null;

/**
 * Looks up names for the ids of people and API keys that `actorId` returns. Only current members and keys of
 * the organization have a name; former members do not.
 */
export async function actorNames(db: Db, orgId: OrgId, ids: Iterable<string | null>): Promise<NameOf> {
  // Some ids are constants such as `auto`.
  const uuids = [...new Set(ids)].filter((id): id is string => id !== null && UUID_PATTERN.test(id));
  const rows = uuids.length === 0 ? [] : await listActorNames(db, orgId, uuids);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}
