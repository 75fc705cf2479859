import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { StatusShape, type Tone, toneTextClass } from "../../components/status-badge.tsx";
import { absoluteTime, TimeAgo } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";

type TimelineEntry = { at: string; text: string; tone: Tone };

/** The events of an alert in chronological order. */
export function AlertTimeline({ alert }: { alert: Alert }) {
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="timeline">
      <h2 id="timeline">{t("Timeline")}</h2>
      <ol className="grid gap-2">
        {timelineEntries(alert).map(({ at, text, tone }) => (
          <li key={`${at} ${text}`} className="flex items-start gap-2.5">
            <span className={`mt-1 ${toneTextClass(tone)}`}>
              <StatusShape status={tone} />
            </span>
            <span>
              {text}
              <span className="block text-[0.8125rem] text-soft">
                {absoluteTime(at)} · <TimeAgo at={at} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function timelineEntries(alert: Alert): TimelineEntry[] {
  const entries: TimelineEntry[] = [{ at: alert.triggered_at, text: t("Opened"), tone: "down" }];
  const add = (at: string | null, text: string, tone: Tone) => {
    if (at !== null) entries.push({ at, text, tone });
  };
  add(alert.sent_at, t("All channels notified"), "up");
  const { acknowledged_by_name: acknowledger, resolved_by_name: resolver } = alert;
  add(
    alert.acknowledged_at,
    acknowledger === null ? t("Acknowledged") : t("Acknowledged by {acknowledger}", { acknowledger }),
    "pending",
  );
  const isAutomatic = alert.resolved_by === "auto";
  add(alert.resolved_at, isAutomatic ? t("Resolved: the condition cleared") : resolvedText(resolver), "up");
  for (const { at, kind, ok } of alert.deliveries)
    if (kind === "reminder" && ok) add(at, t("Reminder sent"), "pending");
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Pausing or deleting a target also resolves its alerts. */
function resolvedText(name: string | null): string {
  return name === null
    ? t("Resolved manually or by a configuration change")
    : t("Resolved by {name}", { name });
}
