import { pageIncidentCreate } from "@vedette/contract/status-pages/page-incidents.ts";
import { expect, test } from "vitest";
import { bodyOfIncident, EMPTY_INCIDENT, instantOf, localTimeOf } from "./incident-draft.ts";

test("an incident is sent with its components, and without an impact that follows from them", () => {
  const affected = { c1: "partial_outage" } as const;
  const body = bodyOfIncident({ ...EMPTY_INCIDENT, title: "Slow", message: "We look.", affected });
  expect(pageIncidentCreate.parse(body)).toMatchObject({
    components: [{ id: "c1", status: "partial_outage" }],
    notify: true,
  });
  expect(body).not.toHaveProperty("impact");
  expect(body).not.toHaveProperty("at");
});

test("a back-dated time is an instant, and is shown again as it was entered", () => {
  const at = instantOf("2026-11-20T09:05");
  expect(at).toMatch(/Z$/);
  expect(localTimeOf(at)).toBe("2026-11-20T09:05");
});

test("a time that is not one is left to the server", () => {
  expect(instantOf("soon")).toBe("soon");
});
