import type { Clock } from "../../platform/kernel/clock.ts";
import type { Database, Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { INCIDENT_COLUMNS, lockIncidents, saveIncidentRow } from "./incident-queries.ts";
import type { IncidentRow } from "./incident-row.ts";
import { readIncidentTimeline, SEALED_AFTER_MS } from "./timeline/read-timeline.ts";

/** Three years: postmortems are read when the same happens again. */
const INCIDENT_DAYS = 1_095;
const DAY_MS = 86_400_000;
/** Incidents per statement. */
const INCIDENTS_MAX = 100;

/**
 * Stores the timelines of incidents that ended a day ago, before the results that they are made of are deleted. Deletes
 * incidents past their retention, and images without a note.
 */
export async function retainIncidents(
  { database, clock }: { database: Database; clock: Clock },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const nowMs = clock.now();
  for (;;) {
    const unsealed = await listUnsealed(database, new Date(nowMs - SEALED_AFTER_MS));
    for (const row of unsealed) {
      if (signal.aborted) return;
      await sealTimeline(database, row, nowMs);
    }
    if (unsealed.length < INCIDENTS_MAX) break;
  }
  await deleteUnusedImages(database, new Date(nowMs - DAY_MS));
  const before = new Date(nowMs - INCIDENT_DAYS * DAY_MS);
  while (!signal.aborted && (await deleteOldIncidents(database, before)) >= INCIDENTS_MAX);
}

async function sealTimeline(database: Database, { org_id: orgId, id }: IncidentRow, nowMs: number) {
  await database.transaction(async (db) => {
    await lockIncidents(db, orgId);
    const row = await db.find<IncidentRow>(
      sql`select ${INCIDENT_COLUMNS} from incident i where i.org_id = ${orgId} and i.id = ${id}`,
    );
    if (!row || row.timeline !== null) return;
    await saveIncidentRow(db, { ...row, timeline: await readIncidentTimeline(db, row, nowMs) });
  });
}

/** Incidents of all organizations that ended before a time and whose timeline is not stored. */
const listUnsealed = (db: Db, before: Date) =>
  db.rows<IncidentRow>(sql`
    select ${INCIDENT_COLUMNS} from incident i
    where i.resolved_at < ${before} and i.timeline is null order by i.resolved_at limit ${INCIDENTS_MAX}`);

const deleteOldIncidents = (db: Db, before: Date) =>
  db.run(sql`
    delete from incident
    where id = any (array(select id from incident where resolved_at < ${before} limit ${INCIDENTS_MAX}))`);

/** Their files are removed by the sweep of files without a row. */
const deleteUnusedImages = (db: Db, before: Date) =>
  db.run(sql`delete from incident_image where note_id is null and created_at < ${before}`);
