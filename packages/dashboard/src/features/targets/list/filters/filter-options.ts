import { UNGROUPED } from "@vedette/contract/people/groupable-lists.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { LOCALE } from "../../../../language/language.ts";
import { t } from "../../../../language/t.ts";
import { TARGET_KIND_LABELS } from "../../../alerts/alert-labels.ts";
import { checkLabels, MONITOR_TYPES } from "../../../checks/check-labels.ts";
import type { PlacedGroup } from "../../../groups/group-tree.ts";
import { ALL_KINDS } from "../../target-ref.ts";
import { type ChoiceParam, type ListSearch, valuesOf } from "../list-search.ts";
import type { TargetListType } from "../target-lists.ts";

/** What the rows of a list can be filtered by. Pure. */

export type FilterChoice = {
  param: Exclude<ChoiceParam, "status">;
  label: string;
  options: readonly { value: string; label: string }[];
};

type Listed = { list: TargetListType; rows: Iterable<Target>; groups: readonly PlacedGroup[] };

/** Returns the filters with a choice: those with options that some row has. */
export function filterChoices({ list, rows, groups }: Listed): FilterChoice[] {
  const tags = new Set<string>();
  const locations = new Set<string>();
  const owners = new Set<string>();
  for (const row of rows) {
    for (const tag of row.tags) tags.add(tag);
    for (const location of row.locations) locations.add(location);
    if (row.owner !== null) owners.add(row.owner);
  }
  const kinds = list.id === "targets" ? ALL_KINDS : [];
  const types = list.nouns.includes("monitors") ? MONITOR_TYPES : [];
  const choices: FilterChoice[] = [
    {
      param: "kind",
      label: t("Kind"),
      options: kinds.map((value) => ({ value, label: TARGET_KIND_LABELS[value] })),
    },
    {
      param: "type",
      label: t("Type"),
      options: types.map((value) => ({ value, label: checkLabels(value).label })),
    },
    { param: "tag", label: t("Tag"), options: textOptions(tags) },
    { param: "location", label: t("Location"), options: locations.size > 1 ? textOptions(locations) : [] },
    {
      param: "group",
      label: t("Group"),
      options:
        groups.length === 0
          ? []
          : [...groups.map(({ id, path }) => ({ value: id as string, label: path })), NO_GROUP],
    },
    { param: "owner", label: t("Owner"), options: textOptions(owners) },
  ];
  return choices.filter(({ options }) => options.length > 0);
}

const NO_GROUP = { value: UNGROUPED, label: t("No group") };

const byText = new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });
const textOptions = (values: ReadonlySet<string>) =>
  [...values].sort(byText.compare).map((value) => ({ value, label: value }));

export type ActiveFilter = { param: FilterChoice["param"]; value: string; text: string };

/** Returns the selected values, also those that no row has any more. */
export function activeFilters(search: ListSearch, choices: readonly FilterChoice[]): ActiveFilter[] {
  return PARAMS.flatMap((param) => {
    const choice = choices.find((one) => one.param === param);
    return valuesOf(search, param).map((value) => {
      const label = choice?.options.find((option) => option.value === value)?.label ?? value;
      return { param, value, text: `${choice?.label ?? LABELS[param]}: ${label}` };
    });
  });
}

const LABELS: Record<FilterChoice["param"], string> = {
  kind: t("Kind"),
  type: t("Type"),
  tag: t("Tag"),
  location: t("Location"),
  group: t("Group"),
  owner: t("Owner"),
};
const PARAMS = Object.keys(LABELS) as FilterChoice["param"][];
