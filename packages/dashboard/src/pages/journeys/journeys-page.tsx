import { getRouteApi, Link } from "@tanstack/react-router";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { useCallback } from "react";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import type { Column } from "../../components/table.tsx";
import { lastRunColumns } from "../../features/runs/last-run-columns.tsx";
import { RunNow } from "../../features/runs/run-now.tsx";
import { type TargetColumns, targetColumns } from "../../features/targets/target-columns.tsx";
import { TargetList, type TargetQuery } from "../../features/targets/target-list.tsx";
import { useTargetOperations } from "../../features/targets/target-operations.ts";
import type { Selection } from "../../features/targets/use-selection.ts";
import { rhythmText } from "./form/schedule-text.ts";

const route = getRouteApi("/shell/journeys");

/** All journeys with their last run. */
export function JourneysPage() {
  const api = useApi();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const read = useCallback(
    (query: TargetQuery, signal: AbortSignal) =>
      pageOf(api.GET("/api/v1/journeys", { params: { query }, signal })),
    [api],
  );
  return (
    <TargetList
      title="Journeys"
      lead="User flows in a real browser."
      empty={{
        title: "Monitor your first user flow",
        description:
          "Add steps, or record them in your browser. Each run shows every step with screenshots, console and failed requests.",
      }}
      actions={
        <Link to="/journeys/new" className={buttonClass("primary")}>
          Add journey
        </Link>
      }
      operations={useTargetOperations("journeys")}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      read={read}
      columns={columnsOf}
    />
  );
}

function columnsOf(chosen: Selection | null): readonly Column<Journey>[] {
  return targetColumns(KIND, chosen);
}

const KIND: TargetColumns<Journey> = {
  noun: "journeys",
  title: "Journey",
  sort: "name",
  line: ({ description }) => description.split("\n", 1)[0],
  own: [
    ...lastRunColumns("journeys"),
    {
      id: "schedule",
      title: "Schedule",
      isWideOnly: true,
      cell: ({ interval_seconds: seconds }) => (
        <span className="whitespace-nowrap">{rhythmText(seconds)}</span>
      ),
    },
  ],
  action: ({ id, name }) => <RunNow noun="journeys" id={id} name={name} />,
};
