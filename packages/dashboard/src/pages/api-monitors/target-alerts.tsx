import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Notice } from "../../components/notice.tsx";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";

const SHOWN = 10;

/** The latest alerts of one target. */
export function TargetAlerts({ targetId }: { targetId: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.list("alerts", { targetId }),
    queryFn: ({ signal }) => {
      const query = { target_id: targetId, limit: SHOWN };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
  });
  return (
    <section className="grid gap-3" aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts</h2>
      {error && <Notice>{error.message}</Notice>}
      {data?.items.length === 0 && <p className="text-soft">No alerts yet.</p>}
      {data && data.items.length > 0 && (
        <Table caption="Latest alerts" columns={COLUMNS} rows={data.items} idOf={({ id }) => id} />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<Alert>[] = [
  {
    id: "title",
    title: "Alert",
    cell: ({ id, title, message }) => (
      <div className="wrap-anywhere">
        <Link to={`/alerts/${id}` as string} className="font-semibold hover:underline">
          {title}
        </Link>
        <span className="block text-[0.8125rem] text-soft">{message}</span>
      </div>
    ),
  },
  {
    id: "status",
    title: "Status",
    cell: ({ resolved_at, acknowledged_at }) => {
      const [tone, word]: [Tone, string] =
        resolved_at !== null
          ? ["up", "Resolved"]
          : acknowledged_at !== null
            ? ["degraded", "Acknowledged"]
            : ["down", "Open"];
      return <StatusBadge status={tone} word={word} />;
    },
  },
  {
    id: "at",
    title: "Opened",
    isNumber: true,
    cell: ({ triggered_at }) => <TimeAgo at={triggered_at} />,
  },
];
