import type { IncidentTimeline, TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { plainLine } from "./incident-markdown.ts";
import { durationText, instantText } from "./times.ts";

/** A postmortem with the facts that are known, and questions for what people have to write. Pure. */

/** Entries that explain an incident; notifications and single locations are in the record. */
const KEY_KINDS: ReadonlySet<TimelineEntry["kind"]> = new Set([
  "first_failure",
  "alert_opened",
  "change",
  "deploy",
  "incident",
  "page_post",
]);
const KEY_ENTRIES_MAX = 50;

export function postmortemTemplate(incident: Incident, timeline: IncidentTimeline): string {
  const entries = timeline.entries.filter(({ kind }) => KEY_KINDS.has(kind)).slice(0, KEY_ENTRIES_MAX);
  return [
    `## Summary\n\n${summaryOf(incident)}`,
    ...(timeline.locations.length > 0 ? [`## Impact\n\n${locationLines(timeline)}`] : []),
    "## Root cause\n\n_What caused it? What made it possible?_",
    "## Detection\n\n_How did we learn of it? How could we learn of it sooner?_",
    "## Resolution\n\n_What ended it?_",
    `## Key events\n\n${entries.map(({ at, text }) => `- ${instantText(at)}: ${plainLine(text)}`).join("\n")}`,
    "## What went well\n\n- ",
    "## What went badly\n\n- ",
    "## Action items\n\n- [ ] ",
  ].join("\n\n");
}

/** A list, because the dashboard renders no tables of Markdown. */
function locationLines({ locations }: IncidentTimeline): string {
  return locations
    .map((one) => {
      const name = `${plainLine(one.target.name)}, ${plainLine(one.location)}`;
      const end = one.recovered_at === null ? "not recovered" : `until ${instantText(one.recovered_at)}`;
      return `- ${name}: from ${instantText(one.first_failure_at)}, ${end} (${durationText(one.duration_seconds)})`;
    })
    .join("\n");
}

function summaryOf(incident: Incident): string {
  const { title, severity, started_at: start, resolved_at: end, alerts } = incident;
  const targets = new Set(alerts.map(({ target }) => target.name));
  const names = [...targets].map(plainLine).join(", ");
  const facts = [
    `“${plainLine(title)}” (${severity}) started at ${instantText(start)}.`,
    ...(names === "" ? [] : [`Affected: ${names}.`]),
    ...(incident.time_to_acknowledge_seconds === null
      ? ["It was not acknowledged."]
      : [`It was acknowledged after ${durationText(incident.time_to_acknowledge_seconds)}.`]),
    ...(end === null || incident.time_to_resolve_seconds === null
      ? ["It is not resolved."]
      : [`It was resolved at ${instantText(end)}, after ${durationText(incident.time_to_resolve_seconds)}.`]),
  ];
  return facts.join(" ");
}
