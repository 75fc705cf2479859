import { useState } from "react";
import { MonitorLine } from "./monitor-line.tsx";
import type { MonitorRow } from "./monitor-list.ts";
import type { MonitorStore } from "./monitor-store.ts";
import "./monitor-table.css";
import "./monitor-table-narrow.css";

/** Rows drawn at once; more are one press away. */
const SHOWN_STEP = 100;

export function MonitorTable({ rows, check }: { rows: readonly MonitorRow[]; check: MonitorStore["check"] }) {
  const [shownMax, setShownMax] = useState(SHOWN_STEP);
  if (rows.length === 0) return <p className="nothing soft">No monitor matches.</p>;
  const hidden = rows.length - shownMax;
  return (
    <>
      <table className="monitors">
        <caption className="unseen">Monitors, problems first</caption>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Monitor</th>
            <th scope="col" className="number">
              For
            </th>
            <th scope="col" className="number">
              Response
            </th>
            <th scope="col" className="number">
              Checked
            </th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownMax).map((row) => (
            <MonitorLine key={row.id} row={row} check={check} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <button type="button" className="more" onClick={() => setShownMax(shownMax + SHOWN_STEP)}>
          Show {Math.min(hidden, SHOWN_STEP)} more of {hidden.toLocaleString("en")}
        </button>
      )}
    </>
  );
}
