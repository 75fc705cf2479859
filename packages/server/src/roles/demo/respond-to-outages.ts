import { findIncidentById, saveIncidentRow } from "../../pipeline/incidents/incident-queries.ts";
import { listComponents } from "../../pipeline/status-pages/components/component-queries.ts";
import {
  type NewUpdate,
  postIncident,
  postUpdate,
} from "../../pipeline/status-pages/incidents/post-incident.ts";
import type { Database, Db } from "../../platform/storage/database.ts";
import type { SampleTime } from "./episodes.ts";
import { findIncidentAt, findSamplePage, listSamplePeople, SAMPLE_ORG_ID } from "./queries.ts";
import { PAGE_SLUG } from "./sample-document.ts";
import { OUTAGE_RESPONSES, type OutageResponse } from "./sample-responses.ts";

/** People respond to outages: they acknowledge the incident, post on the status page, and write a postmortem. */

const MINUTE_MS = 60_000;

/** Leaves out outages before the history begins. */
export async function respondToOutages(database: Database, { startMs }: SampleTime): Promise<void> {
  for (const [nr, response] of OUTAGE_RESPONSES.entries()) {
    const beganMs = startMs + response.outage.atMs;
    const wantedMs = beganMs + response.acknowledgedAfterMinutes * MINUTE_MS;
    await database.transaction(async (db) => {
      const incident = await findIncidentAt(db, new Date(wantedMs));
      const row = incident && (await findIncidentById(db, SAMPLE_ORG_ID, incident.id));
      const people = await listSamplePeople(db);
      const lead = people[nr % people.length];
      if (!row || !lead) return;
      const acknowledgedAt = new Date(Math.max(wantedMs, row.created_at.getTime() + MINUTE_MS));
      await saveIncidentRow(db, {
        ...row,
        ...{ lead_id: lead.id, acknowledged_by: lead.id, acknowledged_at: acknowledgedAt },
        ...{ postmortem: response.postmortem, state: row.resolved_at === null ? "acknowledged" : row.state },
      });
      if (response.posted) await postOnPage(db, response.posted, { beganMs, by: lead.id });
    });
  }
}

async function postOnPage(
  db: Db,
  { title, affected, updates }: NonNullable<OutageResponse["posted"]>,
  { beganMs, by }: { beganMs: number; by: string },
): Promise<void> {
  const page = await findSamplePage(db, PAGE_SLUG);
  if (!page) return;
  const all = await listComponents(db, SAMPLE_ORG_ID, page.id);
  const components = all
    .filter(({ name }) => affected.includes(name))
    .map(({ id }) => ({ id, status: "major_outage" as const }));
  const [first, ...later] = updates.map(({ minutes, status, message }): NewUpdate => {
    const at = new Date(beganMs + minutes * MINUTE_MS);
    return { status, message, at, notify: false, components: status === "investigating" ? components : [] };
  });
  if (!first) return;
  const contextAt = ({ at }: NewUpdate) => ({ db, orgId: SAMPLE_ORG_ID, nowMs: at.getTime(), by });
  let incident = await postIncident(contextAt(first), {
    ...first,
    ...{ pageId: page.id, title, impact: null },
    ...{ published: true, isAutomatic: false, postmortem: null },
  });
  for (const update of later) incident = await postUpdate(contextAt(update), incident, update);
}
