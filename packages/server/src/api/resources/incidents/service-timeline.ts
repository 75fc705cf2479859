import type { IncidentTimeline, TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import type { IncidentRow } from "../../../pipeline/incidents/incident-row.ts";
import { incidentMarkdown } from "../../../pipeline/incidents/markdown/incident-markdown.ts";
import { postmortemTemplate } from "../../../pipeline/incidents/markdown/postmortem-template.ts";
import { readIncidentTimeline, sortEntries } from "../../../pipeline/incidents/timeline/read-timeline.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import {
  getIncidentRow,
  type IncidentContext,
  type IncidentReadContext,
  lockIncident,
} from "./incident-context.ts";
import { toIncident } from "./incident-view.ts";
import { saveChange } from "./service.ts";
import { readNotes } from "./service-notes.ts";

/** The timeline of an incident with its notes, and what is written from it. */

type TimelineContext = IncidentReadContext & { clock: Clock };

export async function getIncidentTimeline(ctx: TimelineContext, id: string): Promise<IncidentTimeline> {
  return withNotes(ctx, await getIncidentRow(ctx, id));
}

async function withNotes(ctx: TimelineContext, row: IncidentRow): Promise<IncidentTimeline> {
  const timeline = await readIncidentTimeline(ctx.db, row, ctx.clock.now());
  const notes = (await readNotes(ctx, row.id)).map(
    (note): TimelineEntry => ({
      at: note.at,
      kind: "note",
      text: note.text,
      by: note.created_by_name,
      ...{ target: null, location: null, alert_id: null, duration_ms: null },
      note,
    }),
  );
  return { ...timeline, entries: sortEntries([...timeline.entries, ...notes]) };
}

/** The whole record, to copy. `serverUrl` has no trailing slash. */
export async function getIncidentMarkdown(
  ctx: TimelineContext & { serverUrl: string },
  id: string,
): Promise<string> {
  const row = await getIncidentRow(ctx, id);
  return incidentMarkdown(await toIncident(ctx, row), await withNotes(ctx, row), {
    incident: `${ctx.serverUrl}/incidents/${row.id}`,
    image: (imageId) => `${ctx.serverUrl}/api/v1/incidents/${row.id}/images/${imageId}`,
  });
}

/** Fills the postmortem from the template if there is none. */
export async function draftPostmortem(ctx: IncidentContext, id: string): Promise<Incident> {
  const row = await lockIncident(ctx, id);
  if (row.postmortem !== null) return toIncident(ctx, row);
  const timeline = await withNotes(ctx, row);
  const postmortem = postmortemTemplate(await toIncident(ctx, row), timeline);
  return saveChange(ctx, row, { ...row, postmortem });
}
