import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageOf, type Schema } from "../../api/client.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { AddPrivateLocation } from "./add-private-location.tsx";

type Location = Schema<"Location">;

/** No event tells of runners. */
const READ_EVERY_MS = 15_000;

/** Where checks are made from, and whether anybody is there to make them. */
export function LocationsPage() {
  const api = useApi();
  const { reaches } = useRole();
  const [isAdding, setAdding] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["locations", "list"],
    queryFn: ({ signal }) => pageOf(api.GET("/api/v1/locations", { signal })),
    refetchInterval: READ_EVERY_MS,
  });
  const locations = data?.items;
  const unstaffed = locations?.filter((location) => standingOf(location) === "nobody") ?? [];

  return (
    <>
      <PageHeader
        title="Locations"
        lead="Where checks are made from. A runner says itself where it is."
        actions={
          reaches("admin") && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              Add a private location
            </Button>
          )
        }
      />
      {isAdding && <AddPrivateLocation onClose={() => setAdding(false)} />}
      <div className="grid gap-4">
        {error && <Notice>{error.message}</Notice>}
        {!locations && !error && <Skeleton lines={2} />}
        {unstaffed.length > 0 && (
          <Notice kind="warning">
            Nobody checks from {unstaffed.map(({ id }) => id).join(", ")}. Start a runner there, or take the
            location out of what names it.
          </Notice>
        )}
        {locations?.length === 0 && (
          <EmptyState
            title="No runner is here"
            words="A location appears as soon as a runner of it connects, or a monitor names it."
          />
        )}
        {locations && locations.length > 0 && (
          <Table caption="Locations" columns={COLUMNS} rows={locations} idOf={({ id }) => id} />
        )}
      </div>
    </>
  );
}

function standingOf({ runners, stand_in }: Location): "staffed" | "stand-in" | "nobody" {
  if (runners > 0) return "staffed";
  return stand_in ? "stand-in" : "nobody";
}

const BADGES = {
  staffed: <StatusBadge status="up" word="At work" />,
  "stand-in": <StatusBadge status="degraded" word="Stand-in" />,
  nobody: <StatusBadge status="down" word="Nobody there" />,
};

const COLUMNS: readonly Column<Location>[] = [
  {
    id: "name",
    title: "Location",
    cell: (location) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{location.id}</span>
        {location.private && (
          <span className="block text-[0.8125rem] text-soft">Private: only your own runners work there.</span>
        )}
        {standingOf(location) === "stand-in" && (
          <span className="block text-[0.8125rem] text-soft">
            It has no runner now; one of another location makes its checks.
          </span>
        )}
      </div>
    ),
  },
  { id: "state", title: "State", cell: (location) => BADGES[standingOf(location)] },
  {
    id: "runners",
    title: "Runners",
    isNumber: true,
    cell: ({ runners }) => (
      <>
        {runners.toLocaleString("en")}
        <span className="md:hidden"> {runners === 1 ? "runner" : "runners"}</span>
      </>
    ),
  },
  {
    id: "seen",
    title: "Last seen",
    isNumber: true,
    cell: ({ last_seen_at }) => (last_seen_at === null ? "–" : <TimeAgo at={last_seen_at} />),
  },
];
