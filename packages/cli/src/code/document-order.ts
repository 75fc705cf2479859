/** The order of the sections in files: what others refer to comes first. */
const SECTIONS: readonly string[] = [
  "$schema",
  "version",
  "project",
  "defaults",
  "variables",
  "secrets",
  "groups",
  "channels",
  "schedules",
  "escalation_policies",
  "monitors",
  "api_monitors",
  "journeys",
  "heartbeats",
  "slos",
  "rules",
  "maintenance_windows",
  "status_pages",
  "moved",
  "imports",
];

/** Compares names of sections; unknown ones come last, in their order. */
export function compareSections(a: string, b: string): number {
  return rankOf(a) - rankOf(b);
}

function rankOf(name: string): number {
  const rank = SECTIONS.indexOf(name);
  return rank === -1 ? SECTIONS.length : rank;
}
