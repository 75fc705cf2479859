import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Report } from "@vedette/contract/reports/reports.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { DeleteButton } from "../../components/lists/delete-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { ROLE_WORDS } from "../settings/role-labels.ts";
import { scheduleText } from "./report-labels.ts";
import { useReportPages } from "./use-reports.ts";

const add = (
  <ForRole>
    <Link to="/reports/new" className={buttonClass("primary")}>
      {t("Add report")}
    </Link>
  </ForRole>
);

/** Lists the reports with their recipients and their next time. */
export function ReportsPage() {
  const { role, reaches } = useRole();
  const mayRead = reaches("member");
  return (
    <>
      <PageHeader
        title={t("Reports")}
        lead={t("Availability, downtime and SLOs of a period, by email.")}
        actions={mayRead && add}
      />
      {role && !mayRead && (
        <Notice kind="hint">
          {t("Your role is {role}. Members, admins and owners can view reports.", { role: ROLE_WORDS[role] })}
        </Notice>
      )}
      {mayRead && <ReportList />}
    </>
  );
}

function ReportList() {
  const { items, error, more } = useReportPages();
  return (
    <ListTable
      caption={t("Reports by name")}
      columns={COLUMNS}
      rows={items}
      error={error}
      more={more}
      empty={{
        title: t("No reports yet"),
        description: t(
          "A report is sent after each week, month or quarter, as an email with a PDF if you like.",
        ),
        action: add,
      }}
    />
  );
}

const COLUMNS: readonly Column<Report>[] = [
  {
    id: "name",
    title: t("Report"),
    cell: (report) => (
      <div className="wrap-anywhere">
        <Link to="/reports/$id" params={{ id: report.id }} className="font-semibold hover:underline">
          {report.name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">{scheduleText(report)}</span>
      </div>
    ),
  },
  {
    id: "recipients",
    title: t("Recipients"),
    isNumber: true,
    width: "md:w-32",
    cell: ({ recipient_states: states }) => (
      <>
        {t("{confirmed} of {total}", {
          confirmed: states.filter(({ status }) => status === "confirmed").length,
          total: states.length,
        })}
        <span className="md:hidden"> {t("recipients")}</span>
      </>
    ),
  },
  {
    id: "targets",
    title: t("Targets"),
    isNumber: true,
    isWideOnly: true,
    width: "md:w-24",
    cell: ({ target_count: count }) => count.toLocaleString(LOCALE),
  },
  {
    id: "next",
    title: t("Next"),
    width: "md:w-36",
    cell: ({ next_at: at }) =>
      at === null ? <span className="text-soft">{t("Off")}</span> : <TimeAgo at={at} />,
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    width: "md:w-28",
    cell: (report) => (
      <ForRole>
        <DeleteReport report={report} />
      </ForRole>
    ),
  },
];

function DeleteReport({ report: { id, name } }: { report: Report }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <div className="flex justify-end">
      <DeleteButton
        name={name}
        noun={t("report")}
        description={t("It is not sent any more, and the list of its emails is deleted.")}
        onDelete={async () => {
          await api.DELETE("/api/v1/reports/{id}", { params: { path: { id } } });
          await queries.invalidateQueries({ queryKey: keys.all("reports") });
        }}
      />
    </div>
  );
}
