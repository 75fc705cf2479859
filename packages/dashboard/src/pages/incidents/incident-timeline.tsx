import type { TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { useState } from "react";
import { CheckField } from "../../components/forms/field.tsx";
import { StatusShape, toneTextClass } from "../../components/status-badge.tsx";
import { Instant, TimeAgo } from "../../components/time-ago.tsx";
import { TIMELINE_KIND_WORDS, TIMELINE_TONES } from "./incident-labels.ts";
import { IncidentNoteItem } from "./incident-note.tsx";

/** What happened, oldest first. */
export function IncidentTimelineSection({
  incident,
  entries,
}: {
  incident: Incident;
  entries: readonly TimelineEntry[];
}) {
  const [hidesNotifications, setHides] = useState(false);
  const shown = hidesNotifications ? entries.filter(({ kind }) => kind !== "notification") : entries;
  return (
    <>
      {entries.some(({ kind }) => kind === "notification") && (
        <CheckField label="Hide notifications" isChecked={hidesNotifications} onChecked={setHides} />
      )}
      <ol className="grid gap-3">
        {shown.map((entry, position) => (
          // Several facts may have the same time and text.
          <li
            key={entry.note?.id ?? `${entry.at} ${entry.text} ${position}`}
            className="flex items-start gap-2.5"
          >
            <span className={`mt-1 ${toneTextClass(TIMELINE_TONES[entry.kind])}`}>
              <StatusShape status={TIMELINE_TONES[entry.kind]} />
            </span>
            <div className="min-w-0 flex-1 wrap-anywhere">
              {entry.note ? <IncidentNoteItem incident={incident} note={entry.note} /> : <p>{entry.text}</p>}
              <p className="text-[0.8125rem] text-soft">
                {TIMELINE_KIND_WORDS[entry.kind]} · <Instant at={entry.at} /> · <TimeAgo at={entry.at} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
