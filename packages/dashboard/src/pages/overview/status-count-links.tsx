import { Link } from "@tanstack/react-router";
import { StatusShape, statusWord, toneTextClass } from "../../components/status-badge.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { type Counts, STATUS_ORDER } from "../monitors/list/list-view.ts";

/** On phones a line of what there is, so that what is wrong is in sight. */
const TILE =
  "card flex gap-0.5 px-4 py-2.5 max-sm:items-center max-sm:gap-2 max-sm:px-3 max-sm:py-1.5 sm:flex-col";

/** How many targets have each status. Each count leads to these targets. */
export function StatusCountLinks({ counts }: { counts: Counts }) {
  return (
    <nav aria-label={t("Targets by status")}>
      <ul className="flex flex-wrap gap-2 sm:grid sm:grid-cols-4 sm:gap-3 lg:grid-cols-7">
        {STATUS_ORDER.map((status) => (
          <li key={status} className={counts[status] === 0 ? "max-sm:hidden" : ""}>
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
        className={`inline-flex items-center gap-2 font-semibold tabular-nums sm:text-xl ${count > 0 ? toneTextClass(status) : "text-soft"}`}
      >
        <StatusShape status={status} />
        {count.toLocaleString(LOCALE)}
      </span>
      <span className="text-[0.8125rem] text-soft">{statusWord(status)}</span>
    </>
  );
}
