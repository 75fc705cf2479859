import { expect, test } from "vitest";
import { incidentQuery, readIncidentFilters } from "./incident-filters.ts";

test("reads the filters of a URL, and ignores what is not valid", () => {
  const valid = { state: "unresolved", severity: "major", lead: "none", days: "7" };
  expect(readIncidentFilters(valid)).toEqual({ ...valid, days: 7 });
  expect(readIncidentFilters({ state: "closed", severity: 1, lead: "", days: "8" })).toEqual({});
});

test("asks for incidents that are not resolved, from a whole hour on", () => {
  const nowMs = Date.parse("2026-11-26T12:34:56Z");
  expect(incidentQuery({ state: "unresolved", lead: "none", days: 1 }, nowMs)).toEqual({
    state: "open,acknowledged,mitigated",
    lead_id: "none",
    from: "2026-11-25T12:00:00.000Z",
  });
  expect(incidentQuery({}, nowMs)).toEqual({});
});
