import { Link } from "@tanstack/react-router";
import type { ImportResult } from "@vedette/contract/imports/import-requests.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";
import { MadeLists } from "./made-lists.tsx";

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
  const lists = (Object.keys(LISTS) as (keyof typeof LISTS)[])
    .map((kind) => ({ kind, to: LISTS[kind], count: resources.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <Notice kind="done">{summaryOf(result)}</Notice>
      {histories > 0 && <p>{t("The history of {histories, number} targets was imported.", { histories })}</p>}
      {left.length > 0 && (
        <p>{t("{length, number} were not made, as the review said.", { length: left.length })}</p>
      )}
      <MadeLists lists={lists} />
      <div className="flex flex-wrap gap-2">
        <Link to="/targets" className={buttonClass("primary")}>
          {t("Show all targets")}
        </Link>
        <Button onClick={onAgain}>{t("Import more")}</Button>
      </div>
    </>
  );
}

function summaryOf({ changes }: ImportResult): string {
  const { created = 0, updated = 0, unchanged = 0 } = changes ?? {};
  const parts = [
    t("{created, number} created", { created }),
    ...(updated > 0 ? [t("{updated, number} updated", { updated })] : []),
    ...(unchanged > 0 ? [t("{unchanged, number} unchanged", { unchanged })] : []),
  ];
  return t("Import complete: {join}.", { join: parts.join(", ") });
}
