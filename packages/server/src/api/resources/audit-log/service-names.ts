import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listActorNames } from "./queries.ts";

/** The name that goes with an id, or null where none does. */
export type NameOf = (actorId: string | null) => string | null;

/**
 * Names for ids of people and API keys, as `actorId` gives them. Only of who belongs to the organization now:
 * who has left it has no name here any more.
 */
export async function actorNames(db: Db, orgId: OrgId, ids: Iterable<string | null>): Promise<NameOf> {
  // Among them are words such as `auto`.
  const known = [...new Set(ids)].filter((id): id is string => id !== null && UUID_PATTERN.test(id));
  const rows = known.length === 0 ? [] : await listActorNames(db, orgId, known);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}
