import { removeSampleOrganization } from "../../api/resources/organizations/service.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Database } from "../../platform/storage/database.ts";
import { deletePeople, listSamplePeople, SAMPLE_ORG_ID } from "./queries.ts";

/** Deletes the sample organization with everything in it, and its people. Returns false if there is none. */
export function removeDemo(database: Database): Promise<boolean> {
  return database.transaction(async (db) => {
    const people = await listSamplePeople(db);
    const isRemoved = await removeSampleOrganization(db, SAMPLE_ORG_ID, systemClock.now());
    if (isRemoved)
      await deletePeople(
        db,
        people.map(({ id }) => id),
      );
    return isRemoved;
  });
}
