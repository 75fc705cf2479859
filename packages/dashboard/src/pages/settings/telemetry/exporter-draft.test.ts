import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { expect, test } from "vitest";
import { isWithoutSelector } from "../../../features/targets/fields/covers-draft.ts";
import { bodyOf, draftOf } from "./exporter-draft.ts";

const EXPORTER = {
  ...{ name: "Collector", endpoint: "https://collector.example", header_names: ["Authorization"] },
  ...{ metrics: true, traces: false, sample: "all", selector: { tags: { any: ["prod"] } } },
} as TelemetryExporter;

test("an exporter that was not changed keeps its headers and its selector", () => {
  expect(bodyOf(draftOf(EXPORTER))).toEqual({
    ...{ name: "Collector", endpoint: "https://collector.example", metrics: true, traces: false },
    ...{ sample: "all", selector: { tags: { any: ["prod"] } } },
  });
});

test("headers that are entered replace the stored ones, and all targets need no selector", () => {
  const draft = { ...draftOf(EXPORTER), headers: { "X-Key": "1" }, covers: "all" as const };
  expect(bodyOf(draft)).toMatchObject({ headers: { "X-Key": "1" }, selector: null });
});

test("a selection without a filter selects no targets", () => {
  const draft = draftOf(null);
  expect([isWithoutSelector(draft), isWithoutSelector({ ...draft, covers: "some" })]).toEqual([false, true]);
  expect(isWithoutSelector(draftOf(EXPORTER))).toBe(false);
});
