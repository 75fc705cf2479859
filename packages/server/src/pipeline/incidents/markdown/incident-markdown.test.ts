import type { IncidentTimeline, TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { expect, test } from "vitest";
import { incidentMarkdown } from "./incident-markdown.ts";
import { postmortemTemplate } from "./postmortem-template.ts";
import { durationText, instantText } from "./times.ts";

const INCIDENT: Incident = {
  ...{
    id: "i",
    org_id: "o",
    number: 12,
    title: "Shop | <b>down</b>",
    severity: "critical",
    state: "resolved",
  },
  ...{ source: "rule", lead_id: null, lead_name: "Ada", started_at: "2026-11-26T12:01:03.900Z" },
  ...{ acknowledged_at: "2026-11-26T12:02:00.000Z", acknowledged_by: "p", acknowledged_by_name: "Ada" },
  ...{
    mitigated_at: null,
    resolved_at: "2026-11-26T13:03:06.100Z",
    resolved_by: "auto",
    resolved_by_name: null,
  },
  ...{
    time_to_acknowledge_seconds: 56.1,
    time_to_resolve_seconds: 3_722.2,
    alert_count: 0,
    open_alert_count: 0,
  },
  ...{
    postmortem: null,
    alerts: [],
    page_incidents: [],
    inbound: null,
    cause: null,
    cause_summary: null,
    created_by: "system",
  },
  ...{
    created_by_name: null,
    created_at: "2026-11-26T12:01:04.000Z",
    updated_at: "2026-11-26T13:03:06.100Z",
  },
};

const target = { id: "t", type: "monitor", name: "Shop" } as const;
const none = { by: null, target: null, location: null, alert_id: null, duration_ms: null, note: null };
const failed: TimelineEntry = {
  ...none,
  ...{ at: "2026-11-26T12:01:03.900Z", kind: "first_failure", text: "First bad check\nof *Shop*" },
};
const note: TimelineEntry = {
  ...none,
  ...{ at: "2026-11-26T12:05:00.000Z", kind: "note", text: "Rolled back" },
  note: {
    ...{ id: "n", text: "Rolled **back**", at: "2026-11-26T12:05:00.000Z", edited_at: null, created_by: "p" },
    ...{ created_by_name: null, created_at: "2026-11-26T12:05:00.000Z" },
    images: [{ id: "x", content_type: "image/png", bytes: 1 }],
  },
};
const TIMELINE: IncidentTimeline = {
  entries: [failed, note],
  locations: [
    {
      ...{ target, location: "frankfurt", first_failure_at: "2026-11-26T12:01:03.900Z" },
      ...{ recovered_at: "2026-11-26T12:01:59.000Z", duration_seconds: 55.1 },
    },
    {
      ...{ target, location: "tokyo", first_failure_at: "2026-11-26T12:01:04.000Z" },
      ...{ recovered_at: null, duration_seconds: 90 },
    },
  ],
};

test("writes times to the second and durations in whole seconds", () => {
  expect(instantText("2026-11-26T12:01:03.900Z")).toBe("2026-11-26 12:01:03 UTC");
  expect([0, 59.9, 60, 3_599, 3_722.2].map(durationText)).toEqual([
    ...["0 s", "59 s", "1 min 00 s", "59 min 59 s", "1 h 02 min 02 s"],
  ]);
});

test("the record is complete, and text of others is no Markdown", () => {
  expect(
    incidentMarkdown(INCIDENT, TIMELINE, {
      incident: "https://v/incidents/i",
      image: (id) => `https://v/${id}`,
    }),
  ).toBe(`# Incident #12: Shop | \\<b\\>down\\</b\\>

| Fact | Value |
| --- | --- |
| State | resolved |
| Severity | critical |
| Lead | Ada |
| Started | 2026-11-26 12:01:03 UTC |
| Acknowledged | 2026-11-26 12:02:00 UTC by Ada |
| Resolved | 2026-11-26 13:03:06 UTC |
| Time to acknowledge | 56 s |
| Time to resolve | 1 h 02 min 02 s |
| Record | https://v/incidents/i |

## Impact by location

| Target | Location | First bad check | Recovered | Duration |
| --- | --- | --- | --- | --- |
| Shop | frankfurt | 2026-11-26 12:01:03 UTC | 2026-11-26 12:01:59 UTC | 55 s |
| Shop | tokyo | 2026-11-26 12:01:04 UTC | not yet | 1 min 30 s |

## Timeline

- **2026-11-26 12:01:03 UTC** First bad check of \\*Shop\\*
- **2026-11-26 12:05:00 UTC** Note by A former member:

  Rolled **back**

  ![Image](https://v/x)

`);
});

test("the template has the facts, and asks for what people know", () => {
  const text = postmortemTemplate(INCIDENT, TIMELINE);
  expect(text).toContain("It was acknowledged after 56 s.");
  expect(text).toContain("It was resolved at 2026-11-26 13:03:06 UTC, after 1 h 02 min 02 s.");
  expect(text).toContain("- Shop, tokyo: from 2026-11-26 12:01:04 UTC, not recovered (1 min 30 s)");
  expect(text).toContain("## Key events\n\n- 2026-11-26 12:01:03 UTC: First bad check of \\*Shop\\*");
  expect(text).not.toContain("Rolled");
  expect(text).toContain("## Root cause\n\n_What caused it?");
});
