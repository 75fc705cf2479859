import { Link } from "@tanstack/react-router";
import type { PageState } from "@vedette/contract/status-pages/page-states.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { buttonClass } from "../../../components/button.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { t } from "../../../language/t.ts";
import { ComponentStatusBadge } from "../component-status-badge.tsx";
import { usePageStates, useStatusPages } from "../use-status-pages.ts";

type Row = StatusPage & { state: PageState | undefined };

/** Lists the status pages with what their visitors see now. */
export function StatusPagesPage() {
  const { data: pages, error } = useStatusPages();
  const { data: states } = usePageStates();
  const byId = new Map(states?.map((state) => [state.page_id, state]));
  const rows = pages?.map((page): Row => ({ ...page, state: byId.get(page.id) }));
  const create = (
    <ForRole>
      <Link to="/status-pages/new" className={buttonClass("primary")}>
        {t("Create status page")}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHeader
        title={t("Status pages")}
        lead={t("What your customers see: components, incidents and maintenance.")}
        actions={rows && rows.length > 0 && create}
      />
      <ListTable
        caption={t("Status pages")}
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty={{
          title: t("No status page yet"),
          description: t(
            "A status page shows your customers what works, so that they need not ask. Its components follow your monitors, also at night. Vedette suggests components from your groups and tags.",
          ),
          action: create,
        }}
      />
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "title",
    title: t("Page"),
    cell: ({ id, title, url }) => (
      <div className="wrap-anywhere">
        <Link
          to="/status-pages/$id"
          params={{ id }}
          className="inline-block min-h-6 font-semibold hover:underline"
          dir="auto"
        >
          {title}
        </Link>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="block min-h-6 text-[0.8125rem] text-soft hover:underline"
        >
          {url.replace(/^https?:\/\//, "")}
        </a>
      </div>
    ),
  },
  {
    id: "published",
    title: t("Visible"),
    cell: ({ published }) =>
      published ? (
        <StatusBadge status="up" word={t("Published")} />
      ) : (
        <StatusBadge status="paused" word={t("Draft")} />
      ),
  },
  {
    id: "status",
    title: t("Status"),
    cell: ({ state }) =>
      state === undefined ? (
        "–"
      ) : state.components === 0 ? (
        <span className="text-soft">{t("No components")}</span>
      ) : (
        <ComponentStatusBadge status={state.status} isMeasured={state.is_measured} />
      ),
  },
  {
    id: "incidents",
    title: t("Open incidents"),
    isNumber: true,
    cell: ({ id, state }) =>
      state !== undefined && state.unresolved_incidents > 0 ? (
        <Link
          to="/status-pages/$id"
          params={{ id }}
          search={{ tab: "incidents" }}
          className="text-accent underline-offset-2 hover:underline"
        >
          {state.unresolved_incidents} <span className="md:sr-only">{t("open")}</span>
        </Link>
      ) : (
        <>
          0 <span className="md:sr-only">{t("open incidents")}</span>
        </>
      ),
  },
  { id: "access", title: t("Access"), isWideOnly: true, cell: ({ access }) => ACCESS_WORDS[access] },
];

const ACCESS_WORDS: Record<StatusPage["access"], string> = {
  public: t("Public"),
  password: t("Password"),
  members: t("Members"),
  email_domains: t("Email domains"),
};
