import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RecentResult } from "@vedette/contract/targets/monitor-list.ts";
import type { MissedChecks } from "@vedette/contract/targets/observed/missed-checks.ts";
import { useEffect, useRef, useState } from "react";
import { createBatched } from "../../../api/batched.ts";
import { type Api, pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useLiveMessages } from "../../../app/live.tsx";
import { useApi } from "../../../app/session.tsx";
import { HeartbeatBars } from "../../../components/charts/beats/heartbeat-bars.tsx";
import { withMissedBeats } from "../../../components/charts/beats/missed-beats.ts";
import { NotObserved } from "../../../features/uptime/not-observed.tsx";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { afterLive, beatsOfRecent, uptimeText } from "./beats.ts";

const BEATS_SHOWN = 30;
/** A row must be visible for this long, so that fast scrolling sends no requests. */
const SEEN_MS = 120;
/** Rows that become visible together share one request. */
const GATHER_MS = 30;
const ROWS_MAX = 200;
const STALE_AFTER_MS = 300_000;

type History = {
  results: readonly RecentResult[];
  missed: readonly MissedChecks[];
  uptime: number | null;
  observed: number | null;
  p95Ms: number | null;
};

/** The latest checks of a monitor in a list as bars. */
export function RowBars({ id, name }: { id: string; name: string }) {
  const { data, place } = useRowHistory(id);
  return (
    <div ref={place} className="min-h-7">
      {data && (
        <HeartbeatBars
          label={t("Latest checks of {name}", { name })}
          beats={withMissedBeats(beatsOfRecent(data.results), data.missed)}
          shownMax={BEATS_SHOWN}
        />
      )}
    </div>
  );
}

/** Uptime and 95th percentile of 24 hours of a monitor in a list. */
export function RowUptime({ id }: { id: string }) {
  const { data, place } = useRowHistory(id);
  return (
    <div ref={place} className="min-h-9 leading-tight">
      {data && (
        <>
          {uptimeText(data.uptime)}
          {data.observed === null || data.observed === 100 ? (
            <span className="block text-xs whitespace-nowrap text-soft">p95 {responseText(data.p95Ms)}</span>
          ) : (
            // A row has room for two lines.
            <NotObserved observed={data.observed} />
          )}
        </>
      )}
    </div>
  );
}

/** Reads the history of a row when `place` becomes visible. */
function useRowHistory(id: string) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = keys.other("monitors", "history", id);
  const { data } = useQuery({
    queryKey,
    queryFn: () => historyReader(api)(id),
    enabled: isSeen,
    staleTime: STALE_AFTER_MS,
  });
  useLiveMessages((messages) => {
    const added = messages
      .flatMap((message) => (message.type === "check.result" ? [message.data] : []))
      .filter((result) => result.monitor_id === id);
    if (added.length === 0) return;
    queries.setQueryData<History | null>(
      queryKey,
      (before) => before && { ...before, results: afterLive(before.results, added).slice(0, BEATS_SHOWN) },
    );
  });
  return { data, place };
}

const readers = new WeakMap<Api, (id: string) => Promise<History | null>>();

/** One for all rows of a session. */
function historyReader(api: Api): (id: string) => Promise<History | null> {
  const known = readers.get(api);
  if (known) return known;
  const made = createBatched<History>({
    read: (ids) => readHistories(api, ids),
    waitMs: GATHER_MS,
    idsMax: ROWS_MAX,
  });
  readers.set(api, made);
  return made;
}

async function readHistories(api: Api, ids: readonly string[]): Promise<Map<string, History>> {
  const query = { ids: ids.join(","), include: "uptime,recent", limit: ROWS_MAX };
  const { items } = await pageOf(api.GET("/api/v1/monitors", { params: { query } }));
  return new Map(
    items.map((item) => [
      item.id,
      {
        results: item.recent_results ?? [],
        missed: item.recent_missed ?? [],
        uptime: item.uptime_24h ?? null,
        observed: item.observed_24h ?? null,
        p95Ms: item.p95_24h_ms ?? null,
      },
    ]),
  );
}

function useSeen(place: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        timer = setTimeout(() => {
          setSeen(true);
          watch.disconnect();
        }, SEEN_MS);
      }
    });
    watch.observe(element);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [place]);
  return isSeen;
}
