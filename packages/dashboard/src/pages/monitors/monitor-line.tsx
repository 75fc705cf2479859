import type { ManualCheck } from "@vedette/contract/check-results.ts";
import { memo, useRef, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { Age } from "../../components/age.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { responseText, sentenceOf } from "../../format.ts";
import { CheckSummary } from "./check-summary.tsx";
import type { MonitorRow } from "./monitor-list.ts";
import type { MonitorStore } from "./monitor-store.ts";

const COLUMNS = 6;

type Checking =
  | { state: "idle" | "busy" }
  | { state: "done"; outcome: ManualCheck }
  | { state: "failed"; message: string };

/** A monitor, and below it what a check by hand found. Drawn again only when its own row changes. */
export const MonitorLine = memo(function MonitorLine({
  row,
  check,
}: {
  row: MonitorRow;
  check: MonitorStore["check"];
}) {
  const [checking, setChecking] = useState<Checking>({ state: "idle" });
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = checking.state === "busy";

  async function checkNow(): Promise<void> {
    if (isBusy) return;
    setChecking({ state: "busy" });
    try {
      setChecking({ state: "done", outcome: await check(row.id) });
    } catch (error) {
      setChecking({ state: "failed", message: asApiError(error).message });
    }
  }

  function close(): void {
    setChecking({ state: "idle" });
    button.current?.focus();
  }

  return (
    <>
      <tr className={`line line-${row.status}`}>
        <td className="cell-status">
          <StatusBadge status={row.status} />
        </td>
        <th scope="row" className="cell-name">
          <span className="name">{row.name}</span>
          <span className="target">{row.target}</span>
          <Reason row={row} />
        </th>
        <td className="number" data-label="For">
          <Age at={row.statusSince} />
        </td>
        <td className="number" data-label="Response">
          {responseText(row.lastResponseTimeMs)}
        </td>
        <td className="number" data-label="Checked">
          {row.lastCheckedAt === null ? "not yet" : <Age at={row.lastCheckedAt} suffix=" ago" />}
        </td>
        <td className="cell-action">
          <button
            ref={button}
            type="button"
            onClick={checkNow}
            aria-disabled={isBusy}
            aria-label={`Check ${row.name} now`}
          >
            {isBusy ? "Checking …" : "Check now"}
          </button>
        </td>
      </tr>
      {(checking.state === "done" || checking.state === "failed") && (
        <tr className="line-detail">
          <td colSpan={COLUMNS}>
            <div className="detail" role="status">
              {checking.state === "done" ? (
                <CheckSummary check={checking.outcome} />
              ) : (
                <p className="notice">{checking.message}</p>
              )}
              <button type="button" className="quiet" onClick={close}>
                Close
              </button>
            </div>
          </td>
        </tr>
      )}
    </>
  );
});

/** Why it is not up, as far as the last checks told. */
function Reason({ row: { status, failures } }: { row: MonitorRow }) {
  if (status !== "down" && status !== "degraded") return null;
  const [first, ...others] = Object.entries(failures);
  if (!first) return null;
  const [location, message] = first;
  return (
    <span className="reason">
      {sentenceOf(message)}
      {others.length > 0 && ` (At ${location}, and at ${others.length} more.)`}
    </span>
  );
}
