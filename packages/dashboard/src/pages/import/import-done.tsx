import { Link } from "@tanstack/react-router";
import type { ImportResult } from "@vedette/contract/imports/import-requests.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { kindsLabel } from "./kind-labels.ts";

/** The list of each kind of resource that can be made. */
const LISTS = {
  monitor: "/monitors",
  api_monitor: "/api-monitors",
  journey: "/journeys",
  heartbeat: "/heartbeats",
  group: "/groups",
  channel: "/alerts/channels",
  rule: "/alerts/rules",
  maintenance_window: "/alerts/maintenance",
  status_page: "/status-pages",
  variable: "/variables",
} as const;

/** The last step: what was made, with links to the lists. */
export function ImportDone({ result, onAgain }: { result: ImportResult; onAgain(): void }) {
  const { changes, not_made: left, history_targets: histories } = result;
  const resources = changes?.resources ?? [];
  const kinds = (Object.keys(LISTS) as (keyof typeof LISTS)[])
    .map((kind) => ({ kind, count: resources.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <Notice kind="done">{summaryOf(result)}</Notice>
      {histories > 0 && <p>{`The history of ${histories.toLocaleString()} targets was imported.`}</p>}
      {left.length > 0 && <p>{`${left.length.toLocaleString()} were not made, as the review said.`}</p>}
      <ul className="card divide-y divide-line">
        {kinds.map(({ kind, count }) => (
          <li key={kind}>
            <Link to={LISTS[kind]} className="flex justify-between gap-4 px-4.5 py-3 hover:bg-raised">
              <span className="text-accent">{kindsLabel(kind, count)}</span>
              <span className="tabular-nums">{count.toLocaleString()}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Link to="/targets" className={buttonClass("primary")}>
          Show all targets
        </Link>
        <Button onClick={onAgain}>Import more</Button>
      </div>
    </>
  );
}

function summaryOf({ changes }: ImportResult): string {
  const { created = 0, updated = 0, unchanged = 0 } = changes ?? {};
  const parts = [
    `${created.toLocaleString()} created`,
    ...(updated > 0 ? [`${updated.toLocaleString()} updated`] : []),
    ...(unchanged > 0 ? [`${unchanged.toLocaleString()} unchanged`] : []),
  ];
  return `Import complete: ${parts.join(", ")}.`;
}
