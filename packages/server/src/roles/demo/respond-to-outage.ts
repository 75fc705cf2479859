import { findIncidentById, saveIncidentRow } from "../../pipeline/incidents/incident-queries.ts";
import { listComponents } from "../../pipeline/status-pages/components/component-queries.ts";
import {
  type NewUpdate,
  postIncident,
  postUpdate,
} from "../../pipeline/status-pages/incidents/post-incident.ts";
import type { Database, Db } from "../../platform/storage/database.ts";
import { ORDERS_OUTAGE, type SampleTime } from "./episodes.ts";
import { findIncidentAt, findSamplePage, listSamplePeople, SAMPLE_ORG_ID } from "./queries.ts";
import { PAGE_SLUG } from "./sample-document.ts";

/** What people did in the outage of the database: they acknowledged the incident, posted on the status page, and wrote a postmortem. */

const MINUTE_MS = 60_000;
const ACKNOWLEDGED_AFTER_MS = 19 * MINUTE_MS;

/** Minutes after the start of the outage. */
const POSTS = [
  { minutes: 24, status: "investigating", message: "Orders cannot be placed. We are looking for the cause." },
  {
    minutes: 58,
    status: "identified",
    message: "The database of orders ran out of connections. We are replacing it by its replica.",
  },
  { minutes: ORDERS_OUTAGE.minutes + 12, status: "resolved", message: "The replica serves all requests." },
] as const;

const POSTMORTEM = `## Impact

Checkout, orders, accounts and invoices were down for 96 minutes.

## Cause

A report kept its connections to the orders database open, until there were none left.

## What we change

- Reports have a pool of connections of their own.
- An alert rule watches the number of open connections.
`;

/** Does nothing if the history begins after the outage. */
export async function respondToOutage(database: Database, { startMs }: SampleTime): Promise<void> {
  const beganMs = startMs + ORDERS_OUTAGE.atMs;
  await database.transaction(async (db) => {
    const incident = await findIncidentAt(db, new Date(beganMs + ACKNOWLEDGED_AFTER_MS));
    const row = incident && (await findIncidentById(db, SAMPLE_ORG_ID, incident.id));
    const [lead] = await listSamplePeople(db);
    if (!row || !lead) return;
    await saveIncidentRow(db, {
      ...row,
      ...{ lead_id: lead.id, acknowledged_by: lead.id, postmortem: POSTMORTEM },
      acknowledged_at: new Date(beganMs + ACKNOWLEDGED_AFTER_MS),
    });
    await postOnPage(db, { beganMs, by: lead.id });
  });
}

async function postOnPage(db: Db, { beganMs, by }: { beganMs: number; by: string }): Promise<void> {
  const page = await findSamplePage(db, PAGE_SLUG);
  if (!page) return;
  const affected = (await listComponents(db, SAMPLE_ORG_ID, page.id)).filter(({ name }) =>
    ["Checkout", "Orders", "Accounts"].includes(name),
  );
  const components = affected.map(({ id }) => ({ id, status: "major_outage" as const }));
  const updates = POSTS.map(({ minutes, status, message }): NewUpdate => {
    const at = new Date(beganMs + minutes * MINUTE_MS);
    return { status, message, at, notify: false, components: status === "investigating" ? components : [] };
  });
  const [first, ...later] = updates;
  if (!first) return;
  const contextAt = ({ at }: NewUpdate) => ({ db, orgId: SAMPLE_ORG_ID, nowMs: at.getTime(), by });
  let incident = await postIncident(contextAt(first), {
    ...first,
    ...{ pageId: page.id, title: "Orders cannot be placed", impact: null },
    ...{ published: true, isAutomatic: false, postmortem: null },
  });
  for (const update of later) incident = await postUpdate(contextAt(update), incident, update);
}
