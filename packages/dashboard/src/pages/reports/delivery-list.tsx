import type { ReportDelivery } from "@vedette/contract/reports/reports.ts";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { Instant, shortTime } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";
import { useReportDeliveries } from "./use-reports.ts";

const BADGES = {
  pending: { status: "pending", word: t("Waiting") },
  sent: { status: "up", word: t("Sent") },
  failed: { status: "down", word: t("Failed") },
} as const satisfies Record<ReportDelivery["state"], object>;

type ListedDelivery = ReportDelivery & { id: string };

/** The last emails of a report. */
export function DeliveryList({ id }: { id: string }) {
  const { data, error } = useReportDeliveries(id);
  const rows = data?.items.map((row) => ({ ...row, id: `${row.created_at} ${row.email}` }));
  return (
    <section className="grid gap-3" aria-labelledby="emails-title">
      <h2 id="emails-title">{t("Emails")}</h2>
      <ListTable
        caption={t("Emails, newest first")}
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty={t("No email was sent yet.")}
      />
    </section>
  );
}

const COLUMNS: readonly Column<ListedDelivery>[] = [
  {
    id: "email",
    title: t("Recipient"),
    cell: ({ email, error }) => (
      <div className="wrap-anywhere">
        {email}
        {error !== null && <span className="block text-[0.8125rem] text-degraded">{error}</span>}
      </div>
    ),
  },
  {
    id: "period",
    title: t("Period"),
    width: "md:w-56",
    cell: ({ from, to, trigger }) => (
      <>
        {shortTime(from)} – {shortTime(to)}
        {trigger === "manual" && (
          <span className="block text-[0.8125rem] text-soft">{t("Sent by hand")}</span>
        )}
      </>
    ),
  },
  {
    id: "state",
    title: t("State"),
    width: "md:w-28",
    cell: ({ state }) => <StatusBadge {...BADGES[state]} />,
  },
  {
    id: "at",
    title: t("Time"),
    width: "md:w-48",
    cell: ({ finished_at: finished, created_at: created }) => <Instant at={finished ?? created} />,
  },
];
