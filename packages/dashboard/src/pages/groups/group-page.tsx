import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import type { GroupStats } from "@vedette/contract/targets/groups.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useState } from "react";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { dayTexts } from "../../components/charts/days/day-shapes.ts";
import { FactList } from "../../components/fact-list.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Markdown } from "../../components/markdown/markdown.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { TARGET_KIND_LABELS, targetPath } from "../../features/alerts/alert-labels.ts";
import { GroupStatus, TargetCounts } from "../../features/groups/group-status.tsx";
import { inTreeOrder, type PlacedGroup } from "../../features/groups/group-tree.ts";
import { useGroups } from "../../features/groups/use-groups.ts";
import { SnoozeBadge } from "../../features/snooze/snooze-badge.tsx";
import { SubLine } from "../../features/targets/list/columns/sub-line.tsx";
import { PeriodChoice } from "../../features/targets/period-choice.tsx";
import { UptimeStrip } from "../../features/uptime/uptime-strip.tsx";
import { percentText, spanText, uptimeRangeText } from "../../format.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { problemsFirst } from "../monitors/list/list-view.ts";
import { GroupActions } from "./group-actions.tsx";

/** One group: status, uptime, and what is in it. */
export function GroupPage() {
  const { id } = useParams({ from: "/shell/groups/$id" });
  const { data, error } = useGroups();
  const groups = data && inTreeOrder(data);
  const group = groups?.find((one) => one.id === id);
  if (groups && group) return <OneGroup group={group} groups={groups} />;
  return (
    <>
      <PageHeader title={t("Group")} />
      {groups ? (
        <p>{t("This group does not exist or was deleted.")}</p>
      ) : (
        <LoadState data={undefined} error={error} lines={6} />
      )}
    </>
  );
}

function OneGroup({ group, groups }: { group: PlacedGroup; groups: readonly PlacedGroup[] }) {
  const navigate = useNavigate();
  const parent = groups.find(({ id }) => id === group.parent_id);
  const nested = groups.filter(({ parent_id }) => parent_id === group.id);
  return (
    <>
      <PageHeader
        title={group.name}
        badge={<GroupStatus status={group.status} />}
        lead={
          <>
            {parent && (
              <>
                <Message
                  text="In {group}"
                  values={{
                    group: (
                      <Link
                        to="/groups/$id"
                        params={{ id: parent.id }}
                        className="underline underline-offset-2"
                      >
                        {parent.path}
                      </Link>
                    ),
                  }}
                />{" "}
                ·{" "}
              </>
            )}
            <TargetCounts targets={group.targets} />
          </>
        }
        actions={<GroupActions group={group} onDeleted={() => void navigate({ to: "/groups" })} />}
      />
      <div className="grid gap-6">
        {group.description !== "" && <Markdown text={group.description} />}
        <GroupDays id={group.id} name={group.name} />
        <GroupUptime id={group.id} />
        {nested.length > 0 && (
          <section className="grid gap-3">
            <h2>{t("Groups")}</h2>
            <ul className="grid gap-2">
              {nested.map(({ id, name, status }) => (
                <li key={id} className="flex flex-wrap items-center gap-3">
                  <Link to="/groups/$id" params={{ id }} className="font-semibold hover:underline">
                    {name}
                  </Link>
                  <GroupStatus status={status} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <GroupTargets id={group.id} />
      </div>
    </>
  );
}

function GroupDays({ id, name }: { id: string; name: string }) {
  const [selected, setSelected] = useState<UptimeDay | null>(null);
  return (
    <UptimeStrip
      scope={{ group_id: id }}
      title={t("Uptime of the last 90 days")}
      subject={name}
      selected={selected?.date ?? null}
      onSelect={setSelected}
    >
      {selected && <p>{dayTexts(selected).join(" · ")}</p>}
    </UptimeStrip>
  );
}

function GroupUptime({ id }: { id: string }) {
  const api = useApi();
  const [period, setPeriod] = useState<"1h" | "24h" | "7d" | "30d" | "90d">("30d");
  const { data, error } = useQuery({
    queryKey: keys.detail("groups", id, "stats", period),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/groups/{id}/stats", { params: { path: { id }, query: { period } }, signal })),
    placeholderData: (previous) => previous,
  });
  return (
    <section className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>{t("Uptime")}</h2>
        <PeriodChoice period={period} onPeriod={setPeriod} />
      </div>
      <LoadState data={data} error={error} lines={2} />
      {data && (
        <FactList
          facts={[
            [t("Uptime"), uptimeOf(data)],
            [t("Outages"), data.incidents],
            [t("Downtime"), spanText(data.downtime_seconds * 1_000)],
            [
              t("Recovery"),
              data.mttr_seconds === null
                ? "–"
                : t("{span} on average", { span: spanText(data.mttr_seconds * 1_000) }),
            ],
          ]}
        />
      )}
    </section>
  );
}

function uptimeOf(stats: GroupStats): string {
  const range = uptimeRangeText({
    min: stats.uptime_percentage_min,
    max: stats.uptime_percentage_max,
    observed: stats.observed_percentage,
  });
  const uptime = stats.uptime_percentage === null ? t("Not monitored") : percentText(stats.uptime_percentage);
  return range === undefined ? uptime : `${uptime} (${range})`;
}

function GroupTargets({ id }: { id: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.list("targets", "group", id),
    queryFn: ({ signal }) => {
      const query = { group: id, sort: "name" as const, limit: TARGETS_MAX };
      return pageOf(api.GET("/api/v1/targets", { params: { query }, signal }));
    },
  });
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>{t("Targets")}</h2>
        <Link to="/targets" search={{ group: [id] }} className={buttonClass()}>
          {t("Open in list")}
        </Link>
      </div>
      <ListTable
        caption={t("Targets of the group, problems first")}
        columns={TARGET_COLUMNS}
        isCompact
        rows={data && problemsFirst(data.items)}
        error={error}
        empty={t("No targets yet. Select this group in the form of a monitor, API monitor or journey.")}
      />
    </section>
  );
}

/** One page of the server. The list shows more. */
const TARGETS_MAX = 200;

const TARGET_COLUMNS: readonly Column<Target>[] = [
  {
    id: "name",
    title: t("Name"),
    cell: (target) => (
      <div className="min-w-0 leading-tight">
        <Link
          to={targetPath({ type: target.kind, id: target.id })}
          dir="auto"
          title={target.name}
          className="block truncate font-semibold hover:underline max-md:line-clamp-2 max-md:whitespace-normal"
        >
          {target.name}
        </Link>
        <SubLine target={target} kind={TARGET_KIND_LABELS[target.kind]} />
      </div>
    ),
  },
  {
    id: "status",
    title: t("Status"),
    width: "w-56",
    cell: ({ status, status_since, snooze }) => (
      <span className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <span className="text-xs text-soft">
          <Message text="for {time}" values={{ time: <Duration from={status_since} /> }} />
        </span>
        <SnoozeBadge snooze={snooze} />
      </span>
    ),
  },
  { id: "owner", title: t("Owner"), width: "w-48", isWideOnly: true, cell: ({ owner }) => owner ?? "–" },
];
