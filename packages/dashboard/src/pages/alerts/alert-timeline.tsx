import { StatusShape, type Tone, toneInk } from "../../components/status-badge.tsx";
import { absoluteTime, TimeAgo } from "../../components/time-ago.tsx";
import type { Alert } from "./alert-labels.ts";

type Moment = { at: string; words: string; tone: Tone };

/** What happened to an alert, in its order. */
export function AlertTimeline({ alert }: { alert: Alert }) {
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol className="grid gap-2">
        {momentsOf(alert).map(({ at, words, tone }) => (
          <li key={`${at} ${words}`} className="flex items-start gap-2.5">
            <span className={`mt-1 ${toneInk(tone)}`}>
              <StatusShape status={tone} />
            </span>
            <span>
              {words}
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

function momentsOf(alert: Alert): Moment[] {
  const moments: Moment[] = [{ at: alert.triggered_at, words: "Opened", tone: "down" }];
  const add = (at: string | null, words: string, tone: Tone) => {
    if (at !== null) moments.push({ at, words, tone });
  };
  add(alert.sent_at, "Every channel has been told", "up");
  const { acknowledged_by_name: acknowledger, resolved_by_name: resolver } = alert;
  add(
    alert.acknowledged_at,
    acknowledger === null ? "Acknowledged: somebody is on it" : `Acknowledged: ${acknowledger} is on it`,
    "pending",
  );
  const isByItself = alert.resolved_by === "auto";
  add(alert.resolved_at, isByItself ? "Resolved: the condition cleared" : resolvedWords(resolver), "up");
  for (const { at, kind, ok } of alert.deliveries)
    if (kind === "reminder" && ok) add(at, "Reminded", "pending");
  return moments.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Also whoever paused or deleted the target resolved its alerts. */
function resolvedWords(name: string | null): string {
  return name === null ? "Resolved by hand or by a change" : `Resolved by ${name}`;
}
