import { Link } from "@tanstack/react-router";
import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import type { Group } from "@vedette/contract/targets/groups.ts";
import { useState } from "react";
import { dayTexts } from "../../components/charts/days/day-shapes.ts";
import { DayStrip } from "../../components/charts/days/day-strip.tsx";
import { GroupStatus, TargetCounts } from "../../features/groups/group-status.tsx";
import { useGroups } from "../../features/groups/use-groups.ts";
import { NotObserved } from "../../features/uptime/not-observed.tsx";
import { UptimeStrip } from "../../features/uptime/uptime-strip.tsx";
import { useDailyUptime } from "../../features/uptime/use-daily-uptime.ts";
import { percentText } from "../../format.ts";
import { t } from "../../language/t.ts";

/** Each group is a request. */
const GROUPS_SHOWN_MAX = 12;

/** Uptime of the organization and of its groups, day by day. */
export function OverviewUptime() {
  const [day, setDay] = useState<UptimeDay | null>(null);
  const { data: groups } = useGroups();
  const top = (groups ?? []).filter(({ parent_id }) => parent_id === null);
  return (
    <>
      <UptimeStrip
        scope={{ selector: {} }}
        title={t("Uptime of all targets")}
        subject={t("All targets")}
        selected={day?.date ?? null}
        onSelect={setDay}
      >
        <SelectedDay day={day} />
      </UptimeStrip>
      {top.length > 0 && (
        <section className="grid gap-3" aria-labelledby="groups">
          <h2 id="groups">{t("Uptime by group, last 90 days")}</h2>
          <ul className="card divide-y divide-line">
            {top.slice(0, GROUPS_SHOWN_MAX).map((group) => (
              <GroupUptime key={group.id} group={group} />
            ))}
          </ul>
          {top.length > GROUPS_SHOWN_MAX && (
            <Link to="/groups" className="justify-self-start text-accent underline">
              {t("All {count, number} groups", { count: top.length })}
            </Link>
          )}
        </section>
      )}
    </>
  );
}

function GroupUptime({ group }: { group: Group }) {
  const { data } = useDailyUptime({ group_id: group.id });
  const [day, setDay] = useState<UptimeDay | null>(null);
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 px-4 py-2.5 lg:grid-cols-[minmax(10rem,2fr)_minmax(12rem,2fr)_8rem_minmax(16rem,4fr)]">
      <Link
        to="/groups/$id"
        params={{ id: group.id }}
        dir="auto"
        className="font-semibold wrap-anywhere underline-offset-2 hover:underline"
      >
        {group.name}
      </Link>
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <GroupStatus status={group.status} /> <TargetCounts targets={group.targets} />
      </span>
      <span className="tabular-nums lg:text-end">
        {data && percentText(data.uptime_percentage)}
        <NotObserved observed={data?.observed_percentage} />
      </span>
      <div className="grid min-w-0 gap-1">
        {data && (
          <DayStrip
            label={t("Uptime of {name}, by day", { name: group.name })}
            days={data.days}
            selected={day?.date ?? null}
            onSelect={setDay}
          />
        )}
        <SelectedDay day={day} />
      </div>
    </li>
  );
}

/** The selected day in words, also for touch. */
function SelectedDay({ day }: { day: UptimeDay | null }) {
  if (day === null) return null;
  return (
    <p role="status" className="text-[0.8125rem] text-soft">
      {dayTexts(day).join(" · ")}
    </p>
  );
}
