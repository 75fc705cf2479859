import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CheckResult } from "@vedette/contract/check-results.ts";
import { useEffect, useRef, useState } from "react";
import { dataOf } from "../../api/client.ts";
import { useLiveMessages } from "../../app/live.tsx";
import { useApi } from "../../app/session.tsx";
import { type Beat, HeartbeatBars } from "../../components/heartbeat-bars.tsx";
import { responseText, sentenceOf } from "../../format.ts";

const BEATS_SHOWN = 30;
/** A row must have been in sight for so long: who scrolls past a thousand rows asks for nothing. */
const SEEN_MS = 300;
const STALE_AFTER_MS = 300_000;

type History = { results: readonly CheckResult[]; uptime: number | null };

/** The latest checks of a monitor as bars, and its uptime of a day: read once the row comes into sight. */
export function RowHistory({ id, name }: { id: string; name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ["monitors", "history", id];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const [results, stats] = await Promise.all([
        dataOf(
          api.GET("/api/v1/monitors/{id}/results", {
            params: { ...params, query: { limit: String(BEATS_SHOWN) } },
            signal,
          }),
        ),
        dataOf(api.GET("/api/v1/monitors/{id}/stats", { params, signal })),
      ]);
      return { results, uptime: stats.uptime["24h"] };
    },
    enabled: isSeen,
    staleTime: STALE_AFTER_MS,
  });
  useLiveMessages((messages) => {
    const added = messages
      .flatMap((message) => (message.type === "check.result" ? [message.data] : []))
      .filter((result) => result.monitor_id === id)
      .reverse();
    if (added.length === 0) return;
    queries.setQueryData<History>(
      queryKey,
      (before) => before && { ...before, results: [...added, ...before.results].slice(0, BEATS_SHOWN) },
    );
  });
  return (
    <div ref={place} className="flex min-h-7 min-w-52 items-center gap-3">
      {data && (
        <>
          <div className="flex-1">
            <HeartbeatBars
              label={`Latest checks of ${name}`}
              beats={beatsOf(data.results)}
              shownMax={BEATS_SHOWN}
            />
          </div>
          <span className="w-16 text-right text-sm tabular-nums" title="Uptime of 24 hours">
            {uptimeText(data.uptime)}
          </span>
        </>
      )}
    </div>
  );
}

/** Newest first as the API gives them, oldest first as they are drawn. */
export function beatsOf(results: readonly CheckResult[]): Beat[] {
  return results
    .map(({ id, status, checked_at: at, error, response_time_ms: ms }) => ({
      id,
      status,
      at,
      detail: error ? sentenceOf(error.message) : responseText(ms),
    }))
    .reverse();
}

/** Cut off and not rounded: 99.999 % must not read as if nothing had ever been down. */
export function uptimeText(percentage: number | null): string {
  if (percentage === null) return "–";
  if (percentage === 100) return "100 %";
  return `${(Math.floor(percentage * 100) / 100).toFixed(2)} %`;
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
