import { t } from "../../../language/t.ts";

type EventCounts = { deploys: number; alerts: number; windows: number };

/** "2 deploys, 1 alert in this period"; null without any. Pure. */
export function eventsSummary({ deploys, alerts, windows }: EventCounts): string | null {
  const parts = [
    counted(deploys, "deploy"),
    counted(alerts, "alert"),
    counted(windows, t("maintenance window")),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : t("{join} in this period", { join: parts.join(", ") });
}

function counted(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
