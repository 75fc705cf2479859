import { CHECK_TYPES } from "@vedette/contract/checks/check-types.ts";
import { LIST_COLUMNS, type ListColumn } from "@vedette/contract/people/groupable-lists.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { STATUS_ORDER } from "../../../pages/monitors/list/list-view.ts";
import type { MonitorType } from "../../checks/check-labels.ts";
import { ALL_KINDS } from "../target-ref.ts";
import { LIST_SORTS, type ListSort } from "./list-sorts.ts";

/** URL parameters of a list of targets, so that a link leads to the same rows. Pure. */

type OneOrMore<T> = T | readonly T[];

export type ListSearch = {
  q?: string;
  status?: OneOrMore<MonitorStatus>;
  kind?: OneOrMore<TargetKind>;
  type?: OneOrMore<MonitorType>;
  tag?: OneOrMore<string>;
  /** How many of the tags a target must have; any by default. */
  tag_match?: "all";
  location?: OneOrMore<string>;
  /** IDs of groups, or `none`. */
  group?: OneOrMore<string>;
  owner?: OneOrMore<string>;
  /** False: only targets that no alert rule covers. */
  covered?: false;
  sort?: ListSort;
  by?: Grouping;
  columns?: readonly ListColumn[];
  /** The ID of the saved view that the parameters are from. */
  view?: string;
};

export const GROUPINGS = ["none", "group", "tag"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The filters of a list; empty lists filter nothing. */
export type ListFilters = {
  text: string;
  statuses: readonly MonitorStatus[];
  kinds: readonly TargetKind[];
  types: readonly MonitorType[];
  tags: readonly string[];
  needsAllTags: boolean;
  locations: readonly string[];
  groups: readonly string[];
  owners: readonly string[];
  isUncovered: boolean;
};

/** The parameters with several values. */
export type ChoiceParam = "status" | "kind" | "type" | "tag" | "location" | "group" | "owner";

/** Invalid parameters are ignored. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const q = textOf(search.q);
  const sort = LIST_SORTS.find((one) => one === search.sort);
  const by = GROUPINGS.find((one) => one === search.by);
  const columns = knownOf(search.columns, LIST_COLUMNS);
  const view = textOf(search.view);
  return {
    ...(q && { q }),
    ...choiceOf("status", knownOf(search.status, STATUS_ORDER)),
    ...choiceOf("kind", knownOf(search.kind, ALL_KINDS)),
    ...choiceOf("type", knownOf(search.type, CHECK_TYPES)),
    ...choiceOf("tag", textsOf(search.tag)),
    ...(search.tag_match === "all" && { tag_match: "all" as const }),
    ...choiceOf("location", textsOf(search.location)),
    ...choiceOf("group", textsOf(search.group)),
    ...choiceOf("owner", textsOf(search.owner)),
    ...((search.covered === false || search.covered === "false") && { covered: false as const }),
    ...(sort && { sort }),
    ...(by && { by }),
    ...(Array.isArray(search.columns) && { columns }),
    ...(view && { view }),
  };
}

export function filtersOf(search: ListSearch): ListFilters {
  return {
    text: search.q ?? "",
    statuses: listOf(search.status),
    kinds: listOf(search.kind),
    types: listOf(search.type),
    tags: listOf(search.tag),
    needsAllTags: search.tag_match === "all",
    locations: listOf(search.location),
    groups: listOf(search.group),
    owners: listOf(search.owner),
    isUncovered: search.covered === false,
  };
}

/** Returns the parameters with these values of one; none removes it. */
export function withChoice(search: ListSearch, name: ChoiceParam, values: readonly string[]): ListSearch {
  const { [name]: _before, ...others } = search;
  return { ...others, ...choiceOf(name, values) } as ListSearch;
}

/** Returns the parameters without filters. The text, the order and the layout are kept with `keep`. */
export function withoutFilters({ sort, by, columns }: ListSearch): ListSearch {
  return { ...(sort && { sort }), ...(by && { by }), ...(columns && { columns }) };
}

export function valuesOf(search: ListSearch, name: ChoiceParam): readonly string[] {
  return listOf<string>(search[name]);
}

/** One value is shorter in the URL than a list. */
function choiceOf<Name extends ChoiceParam, T>(
  name: Name,
  values: readonly T[],
): { [N in Name]?: OneOrMore<T> } {
  if (values.length === 0) return {};
  return { [name]: values.length === 1 ? values[0] : values } as { [N in Name]?: OneOrMore<T> };
}

function listOf<T>(value: OneOrMore<T> | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}

function textsOf(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== "");
  return [...new Set(texts)];
}

/** Also reads a comma-separated list, as links from other pages have it. */
function knownOf<T extends string>(value: unknown, known: readonly T[]): T[] {
  const given = textsOf(value).flatMap((text) => text.split(","));
  return known.filter((one) => given.includes(one));
}

/** The URL parameters of a form for a new target: `copy` is the ID of the target to copy. */
export function readCopySearch({ copy }: Record<string, unknown>): { copy?: string } {
  return typeof copy === "string" ? { copy } : {};
}

/** The router parses `?q=80` as a number. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
