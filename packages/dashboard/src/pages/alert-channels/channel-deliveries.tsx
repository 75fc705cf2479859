import { Link } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { ChannelDelivery } from "@vedette/contract/alerts/channel-deliveries.ts";
import { useState } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { DELIVERY_KIND_LABELS } from "../../features/alerts/delivery-kind-labels.ts";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import { deliveredText } from "./channel-health.tsx";

const PAGE = 20;

/** Whether a channel delivers, and everything that was sent on it. */
export function ChannelDeliveries({ channel: { id, health } }: { channel: AlertChannel }) {
  const api = useApi();
  const [isFailedOnly, setFailedOnly] = useState(false);
  const { items, error, more } = usePages({
    queryKey: keys.detail("alert-channels", id, "deliveries", isFailedOnly),
    keepsPrevious: true,
    read: ({ signal, ...page }) => {
      const query = { limit: PAGE, ...(isFailedOnly && { ok: "false" as const }), ...page };
      return pageOf(
        api.GET("/api/v1/alerts/channels/{id}/deliveries", { params: { path: { id }, query }, signal }),
      );
    },
  });
  return (
    <section className="grid gap-3" aria-labelledby="deliveries">
      <h2 id="deliveries">{t("Deliveries")}</h2>
      <div className="card px-4 py-3">
        <FactList
          facts={[
            ...(health.reason === null ? [] : [[t("Last error"), sentenceOf(health.reason)] as const]),
            [
              t("Last delivery"),
              health.last_delivery_at === null ? (
                t("None yet")
              ) : (
                <TimeAgo key="at" at={health.last_delivery_at} />
              ),
            ],
            [t("Delivered, 24 h"), deliveredText(health)],
          ]}
        />
      </div>
      <label className="flex min-h-8 items-center gap-2.5 justify-self-start">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={isFailedOnly}
          onChange={() => setFailedOnly(!isFailedOnly)}
        />
        {t("Failed attempts only")}
      </label>
      <ListTable
        caption={t("Delivery attempts, newest first")}
        columns={COLUMNS}
        rows={items}
        error={error}
        more={more}
        empty={
          isFailedOnly
            ? t("No attempt has failed.")
            : t("Nothing was sent yet. Send a test message to verify it.")
        }
      />
    </section>
  );
}

const COLUMNS: readonly Column<ChannelDelivery>[] = [
  {
    id: "what",
    title: t("Message"),
    cell: ({ kind, alert, error }) => (
      <div className="wrap-anywhere">
        {alert ? (
          <Link to="/alerts/$id" params={{ id: alert.id }} className="font-semibold hover:underline">
            {alert.title}
          </Link>
        ) : (
          <span className="font-semibold">
            {kind === "test" ? t("Test message") : t("Message about another channel")}
          </span>
        )}
        {error !== null && <span className="block text-[0.8125rem] text-down">{sentenceOf(error)}</span>}
      </div>
    ),
  },
  {
    id: "outcome",
    title: t("Outcome"),
    cell: ({ ok }) => <StatusBadge status={ok ? "up" : "down"} word={ok ? t("Delivered") : t("Failed")} />,
  },
  { id: "kind", title: t("Event"), isWideOnly: true, cell: ({ kind }) => DELIVERY_KIND_LABELS[kind] },
  { id: "code", title: t("HTTP status"), isNumber: true, cell: ({ status_code: code }) => code ?? "–" },
  { id: "attempt", title: t("Attempt"), isNumber: true, isWideOnly: true, cell: ({ attempt }) => attempt },
  { id: "at", title: t("Time"), isNumber: true, cell: ({ at }) => <TimeAgo at={at} /> },
];
