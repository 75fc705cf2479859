import { Link } from "@tanstack/react-router";
import { StatusShape, statusWord, toneTextClass } from "../../components/status-badge.tsx";
import { type Counts, STATUS_ORDER } from "../monitors/list/list-view.ts";

const TILE = "card flex flex-col gap-0.5 px-4 py-2.5";

/** How many targets have each status. Each count leads to these targets. */
export function StatusCountLinks({ counts }: { counts: Counts }) {
  return (
    <nav aria-label="Targets by status">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
        {STATUS_ORDER.map((status) => (
          <li key={status}>
            {counts[status] === 0 ? (
              <div className={TILE}>
                <Count status={status} count={0} />
              </div>
            ) : (
              <Link to="/targets" search={{ status }} className={`${TILE} hover:border-line-strong`}>
                <Count status={status} count={counts[status]} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ status, count }: { status: keyof Counts; count: number }) {
  return (
    <>
      <span
        className={`inline-flex items-center gap-2 text-xl font-semibold tabular-nums ${count > 0 ? toneTextClass(status) : "text-soft"}`}
      >
        <StatusShape status={status} />
        {count.toLocaleString()}
      </span>
      <span className="text-[0.8125rem] text-soft">{statusWord(status)}</span>
    </>
  );
}
