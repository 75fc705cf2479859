import { getRouteApi, Link } from "@tanstack/react-router";
import type { PageIncident, PageIncidentListQuery } from "@vedette/contract/status-pages/page-incidents.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { useState } from "react";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { t } from "../../../language/t.ts";
import { IMPACT_LABELS, INCIDENT_STATUS_LABELS, INCIDENT_STATUS_TONES } from "../status-labels.ts";
import { IncidentDetail } from "./incident-detail.tsx";
import { NewIncidentDialog } from "./new-incident-dialog.tsx";

const route = getRouteApi("/shell/status-pages/$id");

type State = NonNullable<PageIncidentListQuery["state"]> | "all";
const STATE_OPTIONS = [
  { value: "all", label: t("All incidents") },
  { value: "unresolved", label: t("Open") },
  { value: "draft", label: t("Drafts") },
  { value: "resolved", label: t("Resolved") },
] as const satisfies readonly { value: State; label: string }[];

/** The incidents of a page, or one of them. */
export function IncidentsTab({ page }: { page: StatusPage }) {
  const { incident } = route.useSearch();
  return incident === undefined ? (
    <IncidentList page={page} />
  ) : (
    <IncidentDetail key={incident} page={page} id={incident} />
  );
}

function IncidentList({ page: { id, title } }: { page: StatusPage }) {
  const api = useApi();
  const [state, setState] = useState<State>("all");
  const [isPosting, setPosting] = useState(false);
  const { items, error, more } = usePages({
    queryKey: keys.detail("status-pages", id, "incidents", state),
    read: ({ cursor, signal }) =>
      pageOf(
        api.GET("/api/v1/status-pages/{id}/incidents", {
          params: {
            path: { id },
            query: { limit: 50, ...(cursor && { cursor }), ...(state !== "all" && { state }) },
          },
          signal,
        }),
      ),
    keepsPrevious: true,
  });
  const post = (
    <ForRole>
      <Button variant="primary" icon="plus" onClick={() => setPosting(true)}>
        {t("Post incident")}
      </Button>
    </ForRole>
  );
  const isFirst = items?.length === 0 && state === "all";
  return (
    <div className="grid gap-4">
      {!isFirst && (
        <div className="flex flex-wrap items-center gap-2">
          {post}
          <select
            aria-label={t("Shown incidents")}
            className="min-h-9 rounded-lg border border-line-strong bg-surface px-2"
            value={state}
            onChange={({ target }) => setState(STATE_OPTIONS[target.selectedIndex]?.value ?? "all")}
          >
            {STATE_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      <ListTable
        caption={t("Incidents of {title}", { title })}
        columns={COLUMNS}
        rows={items}
        error={error}
        more={more}
        empty={
          isFirst
            ? {
                title: t("No incidents"),
                description: t(
                  "Post one when customers notice a problem: what they see, what you do, and when you write again. Components follow their targets without an incident too.",
                ),
                action: post,
              }
            : t("No incidents of this kind.")
        }
      />
      {isPosting && <NewIncidentDialog pageId={id} onClose={() => setPosting(false)} />}
    </div>
  );
}

const COLUMNS: readonly Column<PageIncident>[] = [
  {
    id: "title",
    title: t("Incident"),
    cell: ({ id, page_id: pageId, title, is_automatic }) => (
      <div className="wrap-anywhere">
        <Link
          to="/status-pages/$id"
          params={{ id: pageId }}
          search={{ tab: "incidents", incident: id }}
          className="font-semibold hover:underline"
          dir="auto"
        >
          {title}
        </Link>
        {is_automatic && <span className="block text-[0.8125rem] text-soft">{t("from an alert")}</span>}
      </div>
    ),
  },
  {
    id: "status",
    title: t("Status"),
    cell: ({ status, published }) =>
      published ? (
        <StatusBadge status={INCIDENT_STATUS_TONES[status]} word={INCIDENT_STATUS_LABELS[status]} />
      ) : (
        <StatusBadge status="paused" word={t("Draft")} />
      ),
  },
  { id: "impact", title: t("Impact"), cell: ({ impact }) => IMPACT_LABELS[impact] },
  { id: "started", title: t("Started"), isNumber: true, cell: ({ started_at: at }) => <TimeAgo at={at} /> },
];
