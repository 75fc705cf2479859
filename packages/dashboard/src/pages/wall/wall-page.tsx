import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useConnection } from "../../app/live.tsx";
import { useSession } from "../../app/session.tsx";
import { useTitle } from "../../components/browser/use-title.ts";
import { Button } from "../../components/button.tsx";
import { StatusShape, statusWord, toneTextClass } from "../../components/status-badge.tsx";
import { useNow } from "../../components/use-now.ts";
import { useGroups } from "../../features/groups/use-groups.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { countStatuses, STATUS_ORDER } from "../monitors/list/list-view.ts";
import { overviewHeadline } from "../overview/overview-items.ts";
import { useElementSize } from "./use-element-size.ts";
import { useScreenWakeLock } from "./use-screen-wake-lock.ts";
import { useWallItems } from "./use-wall-items.ts";
import { wallLayout } from "./wall-layout.ts";
import { isWrong, wallPages } from "./wall-pages.ts";
import { ROTATE_SECONDS_DEFAULT, tagsOfWall, type WallSearch } from "./wall-search.ts";
import { wallTargets } from "./wall-targets.ts";
import { WallTile } from "./wall-tile.tsx";

const route = getRouteApi("/wall");

/** All targets on a screen on the wall: no navigation, no scrolling, readable from 5 m. Escape leaves. */
export function WallPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { all, error } = useWallItems();
  const { data: groups } = useGroups();
  const targets = useMemo(
    () => (all && groups ? wallTargets(all, groups, search) : null),
    [all, groups, search],
  );
  const area = useRef<HTMLDivElement>(null);
  const size = useElementSize(area);
  const layout = targets && size ? wallLayout(targets.length, size) : null;
  const pages = targets && layout ? wallPages(targets, layout) : [[]];
  const { page, isPaused, setPaused } = useRotation(pages.length, search);
  useScreenWakeLock();
  useTitle(t("Wall"));
  const leave = () => void navigate({ to: "/" });
  useKeys({ Escape: leave, " ": () => setPaused(!isPaused) });
  const shown = pages[page] ?? [];
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-ground">
      <div className="absolute top-2 start-2 z-20 flex gap-2">
        <Button className="sr-only focus:not-sr-only" onClick={leave}>
          {t("Leave wall mode (Escape)")}
        </Button>
        <Button
          className="sr-only focus:not-sr-only"
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          {t("Stop changing pages (Space)")}
        </Button>
      </div>
      <ConnectionBand error={error} />
      <WallHeader targets={targets} search={search} pages={pages.length} page={page} />
      <main className="min-h-0 flex-1 px-3 pb-3">
        <div ref={area} className="h-full">
          {targets?.length === 0 && (
            <p className="grid h-full place-items-center text-4xl text-soft">
              {search.tag === undefined && search.group === undefined
                ? t("No targets yet.")
                : t("No targets match.")}
            </p>
          )}
          {layout && shown.length > 0 && (
            <ul
              aria-label={t("Targets, worst first")}
              className="grid h-full gap-2"
              style={{
                gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
                gridTemplateRows: `repeat(${layout.rows}, minmax(0, 1fr))`,
              }}
            >
              {shown.map((target) => (
                <WallTile key={target.id} target={target} />
              ))}
            </ul>
          )}
        </div>
      </main>
    </div>
  );
}

type WallHeaderProps = {
  targets: readonly Target[] | null;
  search: WallSearch;
  page: number;
  pages: number;
};

function WallHeader({ targets, search, page, pages }: WallHeaderProps) {
  const { organization } = useSession();
  const counts = useMemo(() => countStatuses(targets ?? []), [targets]);
  const names = [...tagsOfWall(search), ...(search.group === undefined ? [] : [search.group])];
  return (
    <header className="flex flex-wrap items-baseline gap-x-8 gap-y-1 px-4 py-2 text-[length:clamp(1rem,2.4vw,2.25rem)]">
      <h1 className="min-w-0 flex-1 basis-full truncate text-[length:inherit] sm:basis-0">
        {names.length > 0 ? names.join(", ") : (organization?.name ?? "Vedette")}
        <span className="sr-only">: {targets && overviewHeadline(counts)}</span>
      </h1>
      <ul className="flex flex-wrap gap-x-5 font-semibold tabular-nums">
        {STATUS_ORDER.filter((status) => counts[status] > 0).map((status) => (
          <li
            key={status}
            className={`flex items-center gap-2 [&_svg]:size-[0.8em] ${isWrong({ status }) ? toneTextClass(status) : ""}`}
          >
            <StatusShape status={status} />
            {counts[status].toLocaleString(LOCALE)}
            <span className="sr-only">{statusWord(status)}</span>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <p className="tabular-nums">
          {page + 1}/{pages}
        </p>
      )}
      <Clock />
    </header>
  );
}

const CLOCK = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" });

function Clock() {
  const now = new Date(useNow());
  return (
    <time dateTime={now.toISOString()} className="font-semibold tabular-nums">
      {CLOCK.format(now)}
    </time>
  );
}

/** What is shown is old while it is visible. */
function ConnectionBand({ error }: { error: Error | null }) {
  const { state, lastHeardMs } = useConnection();
  const isLost = state === "lost" || error !== null;
  return (
    <div role="alert">
      {isLost && (
        <p className="bg-down px-4 py-2 text-center text-[length:clamp(1.25rem,3vw,2.5rem)] font-semibold text-surface">
          {lastHeardMs === null
            ? t("Connection lost. The statuses are old.")
            : t("Connection lost at {time}. The statuses are old.", { time: CLOCK.format(lastHeardMs) })}
        </p>
      )}
    </div>
  );
}

/** Shows one page after the other. */
function useRotation(pages: number, { rotate = ROTATE_SECONDS_DEFAULT }: WallSearch) {
  const [step, setStep] = useState(0);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (pages <= 1 || isPaused) return;
    const timer = setInterval(() => setStep((before) => before + 1), rotate * 1_000);
    return () => clearInterval(timer);
  }, [pages, isPaused, rotate]);
  return { page: step % pages, isPaused, setPaused };
}

function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const isButton = event.target instanceof HTMLButtonElement;
      if (isButton && event.key === " ") return;
      latest.current[event.key]?.();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
