import type { IncidentTimeline } from "@vedette/contract/incidents/incident-timeline.ts";
import { FirstRows } from "../../components/lists/first-rows.tsx";
import { Table } from "../../components/table.tsx";
import { Duration, Instant } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";

type Locations = readonly IncidentTimeline["locations"][number][];

/** How long the checks failed at each location. */
export function IncidentLocations({ locations }: { locations: Locations }) {
  if (locations.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="locations">
      <h2 id="locations">{t("Impact by location")}</h2>
      <FirstRows rows={locations} max={LOCATIONS_SHOWN}>
        {(shown) => <LocationTable locations={shown} />}
      </FirstRows>
    </section>
  );
}

const LOCATIONS_SHOWN = 10;

function LocationTable({ locations }: { locations: Locations }) {
  return (
    <Table
      caption={t("Impact by location")}
      rows={locations}
      idOf={(row) => `${row.target.id} ${row.location} ${row.first_failure_at}`}
      columns={[
        {
          id: "target",
          title: t("Target and location"),
          cell: ({ target, location }) => (
            <span className="wrap-anywhere">
              {target.name} · <span className="text-soft">{location}</span>
            </span>
          ),
        },
        { id: "first", title: t("First bad check"), cell: (row) => <Instant at={row.first_failure_at} /> },
        {
          id: "recovered",
          title: t("Recovered"),
          cell: ({ recovered_at: at }) => (at === null ? t("Not yet") : <Instant at={at} />),
        },
        {
          id: "duration",
          title: t("Duration"),
          isNumber: true,
          cell: ({ first_failure_at: from, recovered_at: to }) => <Duration from={from} to={to} />,
        },
      ]}
    />
  );
}
