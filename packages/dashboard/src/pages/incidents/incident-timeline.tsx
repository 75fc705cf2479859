import type { TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CheckField } from "../../components/forms/field.tsx";
import { StatusShape, toneTextClass } from "../../components/status-badge.tsx";
import { Instant, TimeAgo } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";
import { TIMELINE_KIND_WORDS, TIMELINE_TONES } from "./incident-labels.ts";
import { IncidentNoteItem } from "./incident-note.tsx";

type TimelineProps = { incident: Incident; entries: readonly TimelineEntry[] };

/** What happened, oldest first. */
export function IncidentTimelineSection({ incident, entries }: TimelineProps) {
  const [hidesNotifications, setHides] = useState(false);
  const shown = hidesNotifications ? entries.filter(({ kind }) => kind !== "notification") : entries;
  return (
    <>
      {entries.some(({ kind }) => kind === "notification") && (
        <CheckField label={t("Hide notifications")} isChecked={hidesNotifications} onChecked={setHides} />
      )}
      <Entries incident={incident} entries={shown} />
    </>
  );
}

/** The beginning has the cause, and the end what happens now. */
const ENDS_SHOWN = 30;

function Entries({ incident, entries }: TimelineProps) {
  const [isWhole, setWhole] = useState(false);
  const hidden = entries.length - 2 * ENDS_SHOWN;
  if (isWhole || hidden <= ENDS_SHOWN) return <EntryList incident={incident} entries={entries} />;
  return (
    <>
      <EntryList incident={incident} entries={entries.slice(0, ENDS_SHOWN)} />
      <Button className="justify-self-start" onClick={() => setWhole(true)}>
        {t("Show {hidden, number} entries between", { hidden })}
      </Button>
      <EntryList incident={incident} entries={entries.slice(-ENDS_SHOWN)} />
    </>
  );
}

function EntryList({ incident, entries }: TimelineProps) {
  return (
    <ol className="grid gap-3">
      {entries.map((entry, position) => (
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
  );
}
