import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { LIST_MAX } from "../../api/monitors-api.ts";
import { AddMonitor } from "./add-monitor.tsx";
import { countStatuses, headlineOf, viewRows } from "./list-view.ts";
import { MonitorTable } from "./monitor-table.tsx";
import { StatusCounts } from "./status-counts.tsx";
import { TopBar } from "./top-bar.tsx";
import { useMonitors } from "./use-monitors.ts";
import "./monitors.css";

/** Everything that is watched, as it is now. */
export function MonitorsPage({
  apiKey,
  onSignOut,
}: {
  /** Null where the session's cookie says who asks. */
  apiKey: string | null;
  onSignOut(reason: string | null): void;
}) {
  const { list, connection, problem, create, check } = useMonitors(apiKey, onSignOut);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<MonitorStatus | null>(null);
  const [isAdding, setAdding] = useState(false);
  const wanted = useDeferredValue(text);

  const counts = useMemo(() => countStatuses(list.rows.values()), [list.rows]);
  // A filter whose last monitor has left would show an empty list that nobody can explain.
  const status = chosen !== null && counts[chosen] > 0 ? chosen : null;
  const rows = useMemo(
    () => viewRows(list.rows.values(), { text: wanted, status }),
    [list.rows, wanted, status],
  );
  const isEmpty = list.isLoaded && list.rows.size === 0;
  const headline = list.isLoaded ? headlineOf(counts) : "Reading the monitors …";
  useTitle(counts.down > 0 ? `${counts.down} down · Vedette` : "Vedette");

  return (
    <div className="page">
      <TopBar connection={connection} onSignOut={() => onSignOut(null)} />
      <main>
        <div className="headline">
          <h1 aria-live="polite">{headline}</h1>
          {list.isLoaded && !isEmpty && !isAdding && (
            <button type="button" className="primary" onClick={() => setAdding(true)}>
              Add monitor
            </button>
          )}
        </div>
        {problem && (
          <p className="notice" role="alert">
            {problem}
          </p>
        )}
        {(isAdding || isEmpty) && (
          <AddMonitor
            isFirst={isEmpty}
            create={create}
            check={check}
            onBegin={() => setAdding(true)}
            onDone={() => setAdding(false)}
          />
        )}
        {list.rows.size > 0 && (
          <>
            <div className="toolbar">
              <StatusCounts counts={counts} chosen={status} onChoose={setChosen} />
              <input
                type="search"
                aria-label="Search name or address"
                placeholder="Search name or address"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            <MonitorTable rows={rows} check={check} />
            {!list.isWhole && (
              <p className="soft small">
                Only the first {LIST_MAX.toLocaleString("en")} monitors by name are shown.
              </p>
            )}
          </>
        )}
      </main>
    </div>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
