import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Ping } from "@vedette/contract/heartbeats/pings.ts";
import { useState } from "react";
import { pageOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { usePages } from "../../../../api/use-pages.ts";
import { useApi } from "../../../../app/session.tsx";
import { Button } from "../../../../components/button.tsx";
import { ChoiceFilter } from "../../../../components/list-filter.tsx";
import { ListTable } from "../../../../components/list-table.tsx";
import { StatusBadge } from "../../../../components/status-badge.tsx";
import type { Column } from "../../../../components/table.tsx";
import { absoluteTime } from "../../../../components/time-ago.tsx";
import { t } from "../../../../language/t.ts";
import { durationText } from "./duration-text.ts";
import { PingDialog } from "./ping-dialog.tsx";
import { PING_LABELS, pingLabel, senderText } from "./ping-label.ts";

const PAGE_LIMIT = 20;

/** The received pings, newest first, with durations and kept bodies. */
export function PingList({ id }: { id: string }) {
  const api = useApi();
  const [kind, setKind] = useState<PingKind | null>(null);
  const [opened, setOpened] = useState<Ping | null>(null);
  const { items, error, more } = usePages<Ping>({
    queryKey: keys.detail("heartbeats", id, "pings", kind),
    read: ({ signal, ...page }) => {
      const query = { limit: PAGE_LIMIT, ...(kind !== null && { kind }), ...page };
      return pageOf(api.GET("/api/v1/heartbeats/{id}/pings", { params: { path: { id }, query }, signal }));
    },
    keepsPrevious: true,
  });
  return (
    <section className="grid gap-3" aria-label={t("Pings")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{t("Pings")}</h2>
        <ChoiceFilter<PingKind>
          label={t("Kind")}
          all={t("All kinds")}
          options={KINDS.map((value) => ({ value, label: PING_LABELS[value] }))}
          chosen={kind}
          onChoose={setKind}
        />
      </div>
      <ListTable
        caption={t("Pings, newest first")}
        columns={columnsOf(setOpened)}
        rows={items}
        error={error}
        empty={kind === null ? t("No pings yet.") : t("No such pings.")}
        more={more}
      />
      {opened && <PingDialog heartbeatId={id} ping={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

const KINDS = Object.keys(PING_LABELS) as PingKind[];

function columnsOf(onOpen: (ping: Ping) => void): readonly Column<Ping>[] {
  return [
    {
      id: "kind",
      title: t("Ping"),
      cell: (ping) => (
        <>
          <StatusBadge status={BADGES[ping.kind]} word={pingLabel(ping)} />
          {ping.source !== null && (
            <span className="block text-[0.8125rem] text-soft">{senderText(ping)}</span>
          )}
        </>
      ),
    },
    { id: "at", title: t("Received"), isNumber: true, cell: ({ received_at: at }) => absoluteTime(at) },
    {
      id: "expected",
      title: t("Expected"),
      isNumber: true,
      isWideOnly: true,
      cell: ({ expected_at: at }) => (at === null ? "–" : absoluteTime(at)),
    },
    {
      id: "duration",
      title: t("Duration"),
      isNumber: true,
      cell: ({ duration_ms: ms }) => durationText(ms),
    },
    {
      id: "open",
      title: t("Details"),
      isTitleHidden: true,
      isNumber: true,
      cell: (ping) => (
        <Button
          aria-label={
            ping.has_body
              ? t("Body of the ping of {time}", { time: absoluteTime(ping.received_at) })
              : t("Details of the ping of {time}", { time: absoluteTime(ping.received_at) })
          }
          onClick={() => onOpen(ping)}
        >
          {ping.has_body ? t("Body") : t("Details")}
        </Button>
      ),
    },
  ];
}

const BADGES = {
  success: "up",
  start: "pending",
  fail: "down",
  log: "pending",
  ignored: "paused",
} as const satisfies Record<PingKind, string>;
