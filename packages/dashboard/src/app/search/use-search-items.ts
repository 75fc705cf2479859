import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { SearchResult } from "@vedette/contract/search/search.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useLocations } from "../../features/targets/fields/use-locations.ts";
import { t } from "../../language/t.ts";
import { usePageCommands } from "../commands.tsx";
import { navPosition } from "../navigation.ts";
import { useRole } from "../role.ts";
import { useApi, useSession } from "../session.tsx";
import { matchRank } from "./match-rank.ts";
import { readRecent } from "./recent-items.ts";
import { GROUP_LABELS, isTarget, pathOf } from "./result-groups.ts";
import type { SearchItem } from "./search-item.ts";
import { readVerb, type Verb, verbLabel, verbsOf } from "./target-verbs.ts";
import { useRunVerb } from "./use-run-verb.ts";

/** Results of one query; repeating it within this time needs no request. */
const STALE_AFTER_MS = 5_000;
const SHOWN_MAX = 60;

export type SearchGroup = { label: string; items: readonly SearchItem[] };

type Found = { groups: readonly SearchGroup[]; isSearching: boolean };

/** What matches the typed text, in groups, the best first. Without a text: what was used recently. */
export function useSearchItems(typed: string, actionsOf: SearchResult | null): Found {
  const action = useRole().reaches("member") ? readVerb(typed) : null;
  const local = [...useCommandItems(), ...usePageItems(), ...useLocationItems()];
  const { results, isSearching } = useResults(action?.text ?? typed);
  const toItem = useResultItem();
  const toAction = useActionItem();
  const recent = useRecentItems(local);
  if (actionsOf) {
    // The text field names the target.
    const items = verbsOf(actionsOf).map((verb) => ({ ...toAction(verb, actionsOf), detail: null }));
    return {
      groups: grouped(items.filter(({ label }) => matchRank(typed, label) !== null)),
      isSearching: false,
    };
  }
  if (typed.trim() === "") return { groups: grouped([...recent, ...local]), isSearching: false };
  const actions = action ? results.filter(isTarget).map((result) => toAction(action.verb, result)) : [];
  const found = [...local, ...results.map(toItem)]
    .map((item) => ({ item, rank: matchRank(typed, item.label, `${item.group} ${item.more ?? ""}`) }))
    // The server may have found it by another text.
    .filter(({ item, rank }) => rank !== null || (item.result && action === null))
    .sort((a, b) => (a.rank ?? WORST) - (b.rank ?? WORST))
    .map(({ item }) => item);
  return { groups: grouped([...actions, ...found].slice(0, SHOWN_MAX)), isSearching };
}

const WORST = 9;

/** The groups are in the order of their best item. */
function grouped(items: readonly SearchItem[]): SearchGroup[] {
  const seen = new Set<string>();
  const distinct = items.filter(({ key }) => !seen.has(key) && seen.add(key));
  return [...Map.groupBy(distinct, ({ group }) => group)].map(([label, own]) => ({ label, items: own }));
}

function useResults(typed: string): { results: readonly SearchResult[]; isSearching: boolean } {
  const api = useApi();
  const q = typed.trim().slice(0, 100);
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: keys.other("search", "results", q),
    queryFn: async ({ signal }) =>
      (await pageOf(api.GET("/api/v1/search", { params: { query: { q } }, signal }))).items,
    enabled: q !== "",
    staleTime: STALE_AFTER_MS,
    placeholderData: keepPreviousData,
  });
  const results = q === "" ? [] : (data ?? []);
  // Until the new results are there, those of the previous text that still match are shown.
  const shown = isPlaceholderData
    ? results.filter(({ name, detail }) => matchRank(q, name, detail ?? "") !== null)
    : results;
  return { results: shown, isSearching: isFetching };
}

function useResultItem(): (result: SearchResult) => SearchItem {
  const router = useRouter();
  return (result) => ({
    key: `${result.type} ${result.id}`,
    group: GROUP_LABELS[result.type],
    label: result.name,
    detail: result.detail,
    status: result.status,
    more: result.detail ?? "",
    result,
    run: () => router.history.push(pathOf(result)),
  });
}

function useActionItem(): (verb: Verb, result: SearchResult) => SearchItem {
  const run = useRunVerb();
  return (verb, result) => ({
    key: `${verb} ${result.id}`,
    group: t("Actions"),
    label: verbLabel(verb, result),
    detail: result.detail,
    status: result.status,
    run: () => run(verb, result),
  });
}

/** The commands of the open page. */
function useCommandItems(): SearchItem[] {
  return usePageCommands().map(({ label, group, run }) => ({ key: `command ${label}`, group, label, run }));
}

/** The pages with a `staticData.command` whose path has no parameters. */
function usePageItems(): SearchItem[] {
  const router = useRouter();
  const { reaches } = useRole();
  const pages = Object.values(router.routesByPath).flatMap(({ fullPath, options }) => {
    const label = options.staticData?.command;
    if (label === undefined || fullPath.includes("$")) return [];
    if (!reaches(options.staticData?.role ?? "viewer")) return [];
    const isCreate = fullPath.endsWith("/new");
    return [
      {
        key: `page ${fullPath}`,
        group: isCreate ? t("Add") : t("Go to"),
        label,
        more: isCreate ? t("create new") : "",
        run: () => void router.navigate({ to: fullPath }),
        position: navPosition(fullPath),
      },
    ];
  });
  return pages.toSorted((a, b) => a.position - b.position);
}

function useLocationItems(): SearchItem[] {
  const router = useRouter();
  const { data = [] } = useLocations();
  return data.map(({ id, runners }) => ({
    key: `location ${id}`,
    group: t("Locations"),
    label: id,
    status: runners > 0 ? t("online") : t("no runner"),
    run: () => void router.navigate({ to: "/locations" }),
  }));
}

function useRecentItems(local: readonly SearchItem[]): SearchItem[] {
  const { organization } = useSession();
  const toItem = useResultItem();
  return readRecent(organization?.id ?? "").flatMap(({ key, result }) => {
    const item = result ? toItem(result) : local.find((one) => one.key === key);
    return item ? [{ ...item, group: t("Recent") }] : [];
  });
}
