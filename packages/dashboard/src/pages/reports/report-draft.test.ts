import type { Report } from "@vedette/contract/reports/reports.ts";
import { describe, expect, test } from "vitest";
import { isWithoutSelector } from "../../features/targets/fields/covers-draft.ts";
import { bodyOfReport, draftOfReport, emptyReport } from "./report-draft.ts";

const stored: Report = {
  ...{ id: "r", org_id: "o", name: "Weekly", selector: { tags: { any: ["prod"] } }, period: "week" },
  ...{ timezone: "Europe/Berlin", weekday: 5, day: 2, hour: 7, goal: 99.95, exclude_maintenance: false },
  recipients: [
    { type: "email", address: "a@example.org" },
    { type: "member", id: "m" },
  ],
  ...{ formats: ["html", "pdf"], language: "de", enabled: true, target_count: 1, recipient_states: [] },
  ...{ next_at: null, last_run: null, created_at: "", updated_at: "" },
};

describe("the form of a report", () => {
  test("sends what is stored unless it was changed, with members first", () => {
    const { recipients, ...body } = bodyOfReport(draftOfReport(stored));
    expect(stored).toMatchObject(body);
    expect(recipients).toEqual([...stored.recipients].reverse());
  });

  test("sends no goal if there is none, and a refused one for a text that is no number", () => {
    const draft = emptyReport("UTC", "de-AT");
    expect(draft.language).toBe("de");
    expect(bodyOfReport({ ...draft, goal: " " }).goal).toBeNull();
    expect(bodyOfReport({ ...draft, goal: "99,5" }).goal).toBe(99.5);
    expect(bodyOfReport({ ...draft, goal: "high" }).goal).toBe(-1);
  });

  test("never takes an empty selection for all targets", () => {
    const draft = { ...emptyReport("UTC", "fr"), covers: "some" as const };
    expect(isWithoutSelector(draft)).toBe(true);
    expect(isWithoutSelector({ ...draft, covers: "all" })).toBe(false);
  });
});
