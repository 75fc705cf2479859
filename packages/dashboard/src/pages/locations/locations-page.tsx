import type { LocationState } from "@vedette/contract/runners/locations.ts";
import { useState } from "react";
import { useRole } from "../../app/role.ts";
import { Button } from "../../components/button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { useLocations } from "../../features/targets/fields/use-locations.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { AddPrivateLocation } from "./add-private-location.tsx";

type Location = LocationState;

/** No event reports runners, so the page polls them. */
const REFETCH_MS = 15_000;

/** Lists the locations with their runners. */
export function LocationsPage() {
  const { reaches } = useRole();
  const [isAdding, setAdding] = useState(false);
  const { data: locations, error } = useLocations({ refetchInterval: REFETCH_MS });
  const withoutRunner = locations?.filter((location) => availabilityOf(location) === "no-runner") ?? [];

  return (
    <>
      <PageHeader
        title={t("Locations")}
        lead={t("Where checks run. A runner registers its own location.")}
        actions={
          reaches("admin") && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              {t("Add private location")}
            </Button>
          )
        }
      />
      {isAdding && <AddPrivateLocation onClose={() => setAdding(false)} />}
      <div className="grid gap-4">
        {withoutRunner.length > 0 && (
          <Notice kind="warning">
            {t(
              "{locations} {count, plural, one {has} other {have}} no runner. Start one, or remove the location from its monitors.",
              { locations: withoutRunner.map(({ id }) => id).join(", "), count: withoutRunner.length },
            )}
          </Notice>
        )}
        <ListTable
          caption={t("Locations")}
          columns={COLUMNS}
          rows={locations}
          error={error}
          empty={{
            title: t("No runners yet"),
            description: t("A location appears when its first runner connects or a monitor uses it."),
          }}
        />
      </div>
    </>
  );
}

function availabilityOf({ runners, stand_in: hasFallback }: Location): "online" | "fallback" | "no-runner" {
  if (runners > 0) return "online";
  return hasFallback ? "fallback" : "no-runner";
}

const BADGES = {
  online: <StatusBadge status="up" word={t("Online")} />,
  fallback: <StatusBadge status="degraded" word={t("Covered by another location")} />,
  "no-runner": <StatusBadge status="down" word={t("No runner")} />,
};

const COLUMNS: readonly Column<Location>[] = [
  {
    id: "name",
    title: t("Location"),
    cell: (location) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{location.id}</span>
        {location.private && (
          <span className="block text-[0.8125rem] text-soft">
            {t("Private: only your own runners check from here.")}
          </span>
        )}
        {availabilityOf(location) === "fallback" && (
          <span className="block text-[0.8125rem] text-soft">
            {t("No runner is connected. Runners of another location run its checks.")}
          </span>
        )}
      </div>
    ),
  },
  { id: "state", title: t("State"), cell: (location) => BADGES[availabilityOf(location)] },
  {
    id: "runners",
    title: t("Runners"),
    isNumber: true,
    cell: ({ runners }) => (
      <>
        {runners.toLocaleString(LOCALE)}
        <span className="md:hidden">
          {" "}
          {t("{runners, plural, one {runner} other {runners}}", { runners })}
        </span>
      </>
    ),
  },
  {
    id: "seen",
    title: t("Last seen"),
    isNumber: true,
    cell: ({ last_seen_at }) => (last_seen_at === null ? "–" : <TimeAgo at={last_seen_at} />),
  },
];
