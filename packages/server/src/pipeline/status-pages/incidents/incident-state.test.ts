import { expect, test } from "vitest";
import { affectedComponents, incidentState, worstImpact } from "./incident-state.ts";

const update = (id: string, minute: number, status: string, components: object[] = []) =>
  ({ id, at: new Date(minute * 60_000), status, components }) as never;

test("the latest update by its time decides, also if it was posted before a back-dated one", () => {
  const state = incidentState([
    update("3", 5, "identified"),
    update("1", 10, "investigating"),
    update("2", 20, "resolved"),
  ]);
  expect(state).toEqual({
    status: "resolved",
    startedAt: new Date(300_000),
    resolvedAt: new Date(1_200_000),
  });
});

test("an incident that is opened again is not resolved, and keeps the later resolution", () => {
  const reopened = [update("1", 1, "resolved"), update("2", 2, "investigating")] as const;
  expect(incidentState([...reopened]).resolvedAt).toBeNull();
  const again = [...reopened, update("3", 3, "resolved"), update("4", 4, "resolved")] as const;
  expect(incidentState([...again])).toMatchObject({ status: "resolved", resolvedAt: new Date(180_000) });
});

test("each component has the status of the latest update that names it", () => {
  const updates = [
    update("2", 2, "identified", [{ id: "a", status: "operational" }]),
    update("1", 1, "investigating", [
      { id: "a", status: "major_outage" },
      { id: "b", status: "partial_outage" },
    ]),
  ];
  const components = affectedComponents(updates);
  expect(components).toEqual([
    { id: "a", status: "operational" },
    { id: "b", status: "partial_outage" },
  ]);
  expect(worstImpact(components)).toBe("major");
  expect(worstImpact([])).toBe("none");
});
