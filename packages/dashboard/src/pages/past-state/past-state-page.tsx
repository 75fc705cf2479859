import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { PastState } from "@vedette/contract/past-state/past-state.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { targetPath } from "../../features/alerts/alert-labels.ts";
import { localText } from "../../features/history/chart-range.tsx";
import { UptimeStrip } from "../../features/uptime/uptime-strip.tsx";
import { PastPages } from "./past-pages.tsx";
import type { PastSearch } from "./past-search.ts";
import { PastAlerts, PastDeliveries, PastMaintenance, PastTargets } from "./past-tables.tsx";

const DEFAULT_AGO_MS = 3_600_000;

/** What was known at an earlier time, of all targets or of one. Nothing can be changed here. */
export function PastStatePage() {
  const search = useSearch({ from: "/shell/past-state" });
  // Chosen once, so that the page does not follow the clock.
  const [defaultAt] = useState(() =>
    new Date(Math.floor((Date.now() - DEFAULT_AGO_MS) / 60_000) * 60_000).toISOString(),
  );
  const at = search.at ?? defaultAt;
  const api = useApi();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: keys.list("past-state", at, search.target),
    queryFn: ({ signal }) => {
      const query = { at, ...(search.target !== undefined && { target_id: search.target }) };
      return dataOf(api.GET("/api/v1/past-state", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
  const onSearch = (next: PastSearch) => void navigate({ to: "/past-state", search: next, replace: true });
  const only = search.target === undefined ? undefined : data?.targets[0];
  return (
    <>
      <PageHeader
        title={only ? only.name : "Past state"}
        tabTitle="Past state"
        lead="What was known at an earlier time: status, open alerts, maintenance, what had been sent, and what status pages showed."
      />
      <div className="grid gap-6">
        <Notice kind="hint">
          Shown as of <strong>{absoluteTime(at)}</strong>, as it was known then. Names are those of now.{" "}
          <Link to={only ? targetPath(only) : "/"} className="font-semibold text-accent underline">
            Back to now
          </Link>
        </Notice>
        <AsOf at={at} onAt={(next) => onSearch({ ...search, at: next })} />
        {search.target !== undefined && (
          <Link to="/past-state" search={{ at }} className={`${buttonClass()} justify-self-start`}>
            Show all targets
          </Link>
        )}
        {error ? <Notice>{error.message}</Notice> : <LoadState data={data} error={null} />}
        {data && !error && <State state={data} target={search.target} />}
      </div>
    </>
  );
}

function AsOf({ at, onAt }: { at: string; onAt(at: string): void }) {
  return (
    <Field
      label="As of"
      hint="Local time"
      error={null}
      type="datetime-local"
      value={localText(new Date(at))}
      max={localText(new Date())}
      className="max-w-64"
      onValue={(value) => {
        const ms = Date.parse(value);
        if (!Number.isNaN(ms)) onAt(new Date(ms).toISOString());
      }}
    />
  );
}

function State({ state, target }: { state: PastState; target: string | undefined }) {
  return (
    <>
      <PastTargets state={state} />
      <UptimeStrip
        scope={target === undefined ? { selector: {} } : { target_id: target }}
        at={state.at}
        title="Uptime of the 90 days until then"
      />
      <PastAlerts alerts={state.alerts} />
      <PastMaintenance windows={state.maintenance} />
      <PastDeliveries deliveries={state.deliveries} />
      <PastPages pages={state.status_pages} />
    </>
  );
}
