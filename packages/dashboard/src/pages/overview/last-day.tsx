import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { StatusShape, statusWord, type Tone, toneTextClass } from "../../components/status-badge.tsx";
import { absoluteTime, shortTime } from "../../components/time-ago.tsx";
import { targetPath } from "../../features/alerts/alert-labels.ts";
import { sentenceOf, spanText } from "../../format.ts";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { CHANGED_OBJECTS, changeText, objectPath } from "./change-labels.ts";
import { type DayEntry, dayEntries } from "./day-entries.ts";
import { useLastDay } from "./use-last-day.ts";

const SHOWN_MAX = 8;

/** What happened in the last 24 hours and is over. */
export function LastDay() {
  const [isAll, setAll] = useState(false);
  const { items, error, more } = useLastDay();
  const entries = useMemo(() => (items ? dayEntries(items) : undefined), [items]);
  return (
    <section className="grid content-start gap-3" aria-labelledby="last-day">
      <h2 id="last-day">{t("Last 24 hours")}</h2>
      <LoadState data={entries} error={error} lines={4} />
      {entries?.length === 0 && (
        <p className="card px-4 py-3 text-soft">
          {t("No outages, alerts, maintenance, deploys or changes.")}
        </p>
      )}
      {entries && entries.length > 0 && (
        <ol aria-label={t("Last 24 hours, newest first")} className="card divide-y divide-line">
          {(isAll ? entries : entries.slice(0, SHOWN_MAX)).map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {entries && !isAll && entries.length > SHOWN_MAX && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {t("Show all {count, number}", { count: entries.length })}
        </Button>
      )}
      {isAll && more.hasMore && (
        <Button className="justify-self-start" busy={more.isLoading && t("Loading …")} onClick={more.load}>
          {t("Load more")}
        </Button>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: DayEntry }) {
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <time
        dateTime={entry.at}
        title={absoluteTime(entry.at)}
        className="w-16 flex-none sm:w-22 pt-px text-[0.8125rem] text-soft tabular-nums"
      >
        {shortTime(entry.at)}
      </time>
      <span className={`pt-1 ${toneTextClass(toneOf(entry))}`}>
        <StatusShape status={toneOf(entry)} />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <EntryText entry={entry} />
      </div>
    </li>
  );
}

function toneOf(entry: DayEntry): Tone {
  switch (entry.type) {
    case "outage":
      return entry.status;
    case "alert":
      return "up";
    case "maintenance":
      return "maintenance";
    case "deploy":
    case "change":
      return "pending";
  }
}

const LINK = "font-semibold underline-offset-2 hover:underline";

function EntryText({ entry }: { entry: DayEntry }) {
  switch (entry.type) {
    case "outage": {
      const { target, status, times, totalMs, alert } = entry;
      const length = spanText(totalMs);
      return (
        <>
          <Message
            text={
              times === 1
                ? "{target} was {status} for {length}"
                : "{target} was {status} {times} times, {length} in total"
            }
            values={{
              target: (
                <Link to={targetPath(target)} className={LINK}>
                  {target.name}
                </Link>
              ),
              status: phraseInSentence(statusWord(status)),
              times,
              length,
            }}
          />
          {alert && (
            <>
              {" · "}
              <Link to="/alerts/$id" params={{ id: alert.alert.id }} className="text-accent underline">
                {t("Alert")}
              </Link>
            </>
          )}
          {alert?.cause && <Note>{sentenceOf(alert.cause)}</Note>}
        </>
      );
    }
    case "alert": {
      const { alert, cause } = entry.entry;
      return (
        <>
          <Message
            text="{alert} resolved after {length}"
            values={{
              alert: (
                <Link to="/alerts/$id" params={{ id: alert.id }} className={LINK}>
                  {alert.title}
                </Link>
              ),
              length: spanText(entry.lengthMs),
            }}
          />
          {cause && <Note>{sentenceOf(cause)}</Note>}
        </>
      );
    }
    case "maintenance": {
      const { window, ended_at: endedAt } = entry.entry;
      return (
        <Message
          text={endedAt === null ? "Maintenance {window} started" : "Maintenance {window} ended"}
          values={{
            window: (
              <Link to="/alerts/maintenance/$id" params={{ id: window.id }} className={LINK}>
                {window.name}
              </Link>
            ),
          }}
        />
      );
    }
    case "deploy": {
      const { actor, marker } = entry.entry;
      return (
        <Message
          text="{actor} deployed {deploy}"
          values={{
            actor,
            deploy:
              marker.url === null ? (
                <span className="font-semibold">{marker.title}</span>
              ) : (
                <a href={marker.url} target="_blank" rel="noreferrer" className={LINK}>
                  {marker.title}
                </a>
              ),
          }}
        />
      );
    }
    case "change": {
      const { actor, object } = entry.entry;
      const path = objectPath(object);
      const name = object.name ?? t("a deleted object");
      return (
        <>
          <Message
            text={changeText(entry.entry)}
            values={{
              actor,
              object: CHANGED_OBJECTS[object.type],
              name:
                path === null ? (
                  <span className="font-semibold">{name}</span>
                ) : (
                  <Link to={path} className={LINK}>
                    {name}
                  </Link>
                ),
            }}
          />
          {entry.times > 1 && t(" ({times} times)", { times: entry.times })}
        </>
      );
    }
  }
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-[0.8125rem] text-soft">{children}</span>;
}
