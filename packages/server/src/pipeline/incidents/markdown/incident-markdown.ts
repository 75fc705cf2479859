import type { IncidentTimeline, TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { durationText, instantText } from "./times.ts";

/** The whole record of an incident in Markdown, with times to the second in UTC. Pure. */

export function incidentMarkdown(
  incident: Incident,
  timeline: IncidentTimeline,
  urlOf: { image: (imageId: string) => string; incident: string },
): string {
  return [
    `# Incident #${incident.number}: ${plainLine(incident.title)}`,
    factTable(incident, urlOf.incident),
    ...(incident.alerts.length > 0 ? [alertTable(incident)] : []),
    ...(timeline.locations.length > 0 ? [locationTable(timeline)] : []),
    `## Timeline\n\n${timeline.entries.map((one) => toLine(one, urlOf.image)).join("\n")}`,
    ...(incident.postmortem === null ? [] : [`## Postmortem\n\n${incident.postmortem.trim()}`]),
  ]
    .join("\n\n")
    .concat("\n");
}

function factTable(incident: Incident, url: string): string {
  const { inbound } = incident;
  const rows: [string, string | null][] = [
    ["State", incident.state],
    ["Severity", incident.severity],
    ["Lead", incident.lead_name],
    ["Started", instantText(incident.started_at)],
    ["Acknowledged", momentText(incident.acknowledged_at, incident.acknowledged_by_name)],
    ["Mitigated", incident.mitigated_at && instantText(incident.mitigated_at)],
    ["Resolved", momentText(incident.resolved_at, incident.resolved_by_name)],
    ["Time to acknowledge", secondsText(incident.time_to_acknowledge_seconds)],
    ["Time to resolve", secondsText(incident.time_to_resolve_seconds)],
    ["Reported by", inbound?.product ?? null],
    ["Common cause", incident.cause?.summary ?? null],
    ["Record", url],
  ];
  const lines = rows.flatMap(([label, value]) => (value ? [`| ${label} | ${cell(value)} |`] : []));
  return ["| Fact | Value |", "| --- | --- |", ...lines].join("\n");
}

function alertTable({ alerts }: Incident): string {
  const lines = alerts.map(
    (one) =>
      `| ${cell(one.title)} | ${instantText(one.triggered_at)} | ${one.resolved_at ? instantText(one.resolved_at) : "open"} | ${cell(one.reason)} |`,
  );
  return [
    "## Alerts",
    "",
    "| Alert | Opened | Resolved | Why here |",
    "| --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

function locationTable({ locations }: IncidentTimeline): string {
  const lines = locations.map(
    (one) =>
      `| ${cell(one.target.name)} | ${cell(one.location)} | ${instantText(one.first_failure_at)} | ${one.recovered_at ? instantText(one.recovered_at) : "not yet"} | ${durationText(one.duration_seconds)} |`,
  );
  return [
    "## Impact by location",
    "",
    "| Target | Location | First bad check | Recovered | Duration |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

function toLine({ at, text, note }: TimelineEntry, imageUrl: (id: string) => string): string {
  if (note === null) return `- **${instantText(at)}** ${plainLine(text)}`;
  const images = note.images.map(({ id }) => `![Image](${imageUrl(id)})`);
  const body = [note.text, ...images].filter((part) => part !== "").join("\n\n");
  const by = note.created_by_name ?? "A former member";
  return `- **${instantText(at)}** Note by ${plainLine(by)}:\n\n${indent(body)}\n`;
}

/** Lines of a note stay in its list item. */
function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}

function momentText(at: string | null, by: string | null): string | null {
  if (at === null) return null;
  return by === null ? instantText(at) : `${instantText(at)} by ${by}`;
}

function secondsText(seconds: number | null): string | null {
  return seconds === null ? null : durationText(seconds);
}

function cell(text: string): string {
  return plainLine(text).replaceAll("|", "\\|");
}

/** Names and messages come from others: they are one line of text, and no Markdown. */
export function plainLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>#]/g, (character) => `\\${character}`);
}
