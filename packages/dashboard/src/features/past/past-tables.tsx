import { Link } from "@tanstack/react-router";
import { PAST_TARGETS_MAX, type PastState } from "@vedette/contract/past-state/past-state.ts";
import type { ReactNode } from "react";
import { StatusBadge, statusWord } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { numberText } from "../../format.ts";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { t } from "../../language/t.ts";
import { TARGET_KIND_LABELS, targetPath } from "../alerts/alert-labels.ts";

type PastTarget = PastState["targets"][number];
type PastAlert = PastState["alerts"][number];
type PastWindow = PastState["maintenance"][number];
type PastDelivery = PastState["deliveries"][number];

export function PastTargets({ state: { at, counts, targets } }: { state: PastState }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const summary = Object.entries(counts)
    .map(
      ([status, count]) =>
        `${numberText(count)} ${phraseInSentence(statusWord(status as PastTarget["status"]))}`,
    )
    .join(", ");
  return (
    <Part title={t("Targets")} empty={t("No target existed then.")} rows={targets}>
      <p className="text-soft">
        {summary}
        {all > PAST_TARGETS_MAX &&
          t(". The {PAST_TARGETS_MAX} worst are listed.", { PAST_TARGETS_MAX: numberText(PAST_TARGETS_MAX) })}
      </p>
      <Table
        caption={t("Targets as of {absoluteTime}", { absoluteTime: absoluteTime(at) })}
        columns={targetColumns(at)}
        rows={targets}
        idOf={({ id }) => id}
      />
    </Part>
  );
}

const targetColumns = (at: string): readonly Column<PastTarget>[] => [
  {
    id: "name",
    title: t("Name"),
    cell: ({ id, name, type, deleted }) => (
      <div className="wrap-anywhere">
        <Link to={targetPath({ type, id })} search={{ at }} className="font-semibold hover:underline">
          {name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">
          {TARGET_KIND_LABELS[type]}
          {deleted && t(", deleted since")}
        </span>
      </div>
    ),
  },
  {
    id: "status",
    title: t("Status then"),
    cell: ({ status, observed }) => (
      <span className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        {!observed && (
          <span className="text-[0.8125rem] text-soft">{t("not measured: checks were missed")}</span>
        )}
      </span>
    ),
  },
  { id: "since", title: t("Since"), cell: ({ status_since: since }) => absoluteTime(since) },
];

export function PastAlerts({ alerts }: { alerts: readonly PastAlert[] }) {
  return (
    <Part title={t("Open alerts")} empty={t("No alert was open.")} rows={alerts}>
      <Table
        caption={t("Alerts that were open")}
        columns={ALERT_COLUMNS}
        rows={alerts}
        idOf={({ id }) => id}
      />
    </Part>
  );
}

const ALERT_COLUMNS: readonly Column<PastAlert>[] = [
  {
    id: "title",
    title: t("Alert"),
    cell: ({ id, title, severity }) => (
      <div className="wrap-anywhere">
        <Link to="/alerts/$id" params={{ id }} className="font-semibold hover:underline">
          {title}
        </Link>
        <span className="block text-[0.8125rem] text-soft">{severity}</span>
      </div>
    ),
  },
  { id: "opened", title: t("Opened"), cell: ({ triggered_at: at }) => absoluteTime(at) },
  {
    id: "acknowledged",
    title: t("Acknowledged"),
    cell: ({ acknowledged_at: at, acknowledged_by: by }) =>
      at === null
        ? t("not acknowledged")
        : by === null
          ? absoluteTime(at)
          : t("{time} by {person}", { time: absoluteTime(at), person: by }),
  },
  { id: "delivered", title: t("Delivered"), isNumber: true, cell: ({ delivered }) => numberText(delivered) },
];

export function PastMaintenance({ windows }: { windows: readonly PastWindow[] }) {
  return (
    <Part title={t("Maintenance")} empty={t("No maintenance window was open.")} rows={windows}>
      <ul className="card divide-y divide-line">
        {windows.map(({ id, name, mode, from, to, changed_since: isChanged }) => (
          <li key={id} className="px-4 py-2.5">
            <span className="font-semibold wrap-anywhere">{name}</span>, {absoluteTime(from)} –{" "}
            {absoluteTime(to)}, {mode === "pause" ? t("checks paused") : t("notifications muted")}
            {isChanged && (
              <span className="block text-[0.8125rem] text-soft">{t("The window was changed later.")}</span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function PastDeliveries({ deliveries }: { deliveries: readonly PastDelivery[] }) {
  return (
    <Part title={t("Sent in the 24 hours before")} empty={t("Nothing had been sent.")} rows={deliveries}>
      <Table
        caption={t("Attempts to send notifications, newest first")}
        columns={DELIVERY_COLUMNS}
        rows={deliveries}
        idOf={({ at, attempt, channel, title }) => `${at} ${attempt} ${channel} ${title}`}
      />
    </Part>
  );
}

const DELIVERY_COLUMNS: readonly Column<PastDelivery>[] = [
  {
    id: "title",
    title: t("Notification"),
    cell: ({ title, event }) => (
      <div className="wrap-anywhere">
        {title ?? t("Message to the owners")}
        <span className="block text-[0.8125rem] text-soft">{event}</span>
      </div>
    ),
  },
  { id: "at", title: t("Sent"), cell: ({ at }) => absoluteTime(at) },
  { id: "channel", title: t("Channel"), cell: ({ channel }) => channel ?? t("deleted channel") },
  {
    id: "outcome",
    title: t("Outcome"),
    cell: ({ ok, error, attempt }) =>
      ok
        ? t("accepted")
        : t("attempt {attempt} failed: {error}", { attempt, error: error ?? t("no response") }),
  },
];

type PartProps = { title: string; empty: string; rows: readonly unknown[]; children: ReactNode };

export function Part({ title, empty, rows, children }: PartProps) {
  return (
    <section className="grid gap-3" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? <p className="text-soft">{empty}</p> : children}
    </section>
  );
}
