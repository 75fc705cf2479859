import { t } from "../../../language/t.ts";

type EventCounts = { deploys: number; alerts: number; windows: number };

/** "2 deploys, 1 alert in this period"; null without any. Pure. */
export function eventsSummary({ deploys, alerts, windows }: EventCounts): string | null {
  const parts = [
    deploys > 0 && t("{count, plural, one {# deploy} other {# deploys}}", { count: deploys }),
    alerts > 0 && t("{count, plural, one {# alert} other {# alerts}}", { count: alerts }),
    windows > 0 &&
      t("{count, plural, one {# maintenance window} other {# maintenance windows}}", { count: windows }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : t("{events} in this period", { events: parts.join(", ") });
}
