import type { ImportBuilder } from "../building/import-builder.ts";
import { listOf, textOf } from "../document-value.ts";
import type { ChecklyResource } from "./read-bundle.ts";

const FREQUENCIES: Readonly<Record<string, string>> = { DAY: "DAILY", WEEK: "WEEKLY", MONTH: "MONTHLY" };

/** Adds a maintenance window, which covers targets by their tags. Checkly runs no checks meanwhile. */
export function addMaintenanceWindow({ id, payload }: ChecklyResource, builder: ImportBuilder): void {
  const key = builder.reserveKey("maintenance_window", id);
  const name = textOf(payload.name) ?? id;
  const [starts, ends] = [payload.startsAt, payload.endsAt].map((text) => Date.parse(textOf(text) ?? ""));
  const tags = listOf(payload.tags).flatMap((tag) => textOf(tag) ?? []);
  if (starts === undefined || ends === undefined || !(ends > starts)) {
    builder.notMade({ kind: "maintenance-window", key, name, reasons: ["It has no start before its end."] });
    return;
  }
  if (tags.length === 0) {
    builder.notMade({
      kind: "maintenance-window",
      key,
      name,
      reasons: ["It has no tags, so that it covers no checks."],
    });
    return;
  }
  const rrule = recurrence(payload);
  builder.add({
    kind: "maintenance_window",
    key,
    name,
    fields: {
      mode: "pause",
      starts_at: new Date(starts).toISOString(),
      duration_seconds: Math.round((ends - starts) / 1_000),
      timezone: "UTC",
      ...(rrule !== null && { rrule }),
      tags,
    },
  });
}

function recurrence({ repeatUnit, repeatInterval, repeatEndsAt }: ChecklyResource["payload"]): string | null {
  const frequency = FREQUENCIES[textOf(repeatUnit) ?? ""];
  if (frequency === undefined) return null;
  const interval =
    typeof repeatInterval === "number" && repeatInterval > 1 ? `;INTERVAL=${repeatInterval}` : "";
  const end = Date.parse(textOf(repeatEndsAt) ?? "");
  const until = Number.isNaN(end)
    ? ""
    : `;UNTIL=${new Date(end).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  return `FREQ=${frequency}${interval}${until}`;
}
