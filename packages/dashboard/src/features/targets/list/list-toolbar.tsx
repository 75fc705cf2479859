import { SearchFilter } from "../../../components/list-filter.tsx";
import { t } from "../../../language/t.ts";
import type { Counts } from "../../../pages/monitors/list/list-view.ts";
import { ColumnPanel } from "./columns/column-panel.tsx";
import { FilterChips } from "./filters/filter-chips.tsx";
import { activeFilters, type FilterChoice } from "./filters/filter-options.ts";
import { FilterPanel } from "./filters/filter-panel.tsx";
import { StatusFilter } from "./filters/status-filter.tsx";
import { filtersOf, GROUPINGS, type ListSearch, withChoice } from "./list-search.ts";
import { DEFAULT_SORT, type ListSort } from "./list-sorts.ts";
import type { TargetListType } from "./target-lists.ts";
import type { ListLayout } from "./use-list-layout.ts";
import { ViewPanel } from "./views/view-panel.tsx";

type ListToolbarProps = {
  list: TargetListType;
  search: ListSearch;
  counts: Counts;
  choices: readonly FilterChoice[];
  layout: ListLayout;
  onSearch(search: ListSearch): void;
};

const SELECT = "min-h-9 rounded-lg border border-line bg-surface px-2.5 hover:border-line-strong";

/** Filters, grouping and columns of a list. The filters are in the URL. */
export function ListToolbar(props: ListToolbarProps) {
  const { list, search, counts, choices, layout, onSearch } = props;
  const active = activeFilters(search, choices);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchFilter
          label={t("Name, URL, tag or owner")}
          text={search.q ?? ""}
          onText={(q) => {
            const { q: _before, ...others } = search;
            onSearch(q === "" ? others : { ...others, q });
          }}
        />
        <FilterPanel
          search={search}
          choices={choices}
          activeCount={active.length + (search.covered === false ? 1 : 0)}
          onSearch={onSearch}
        />
        <GroupingSelect layout={layout} />
        <SortSelect search={search} onSearch={onSearch} />
        {/* Phones have no columns. */}
        <div className="max-md:hidden">
          <ColumnPanel list={list.id} shown={layout.columns} onColumns={layout.setColumns} />
        </div>
        <ViewPanel list={list.id} search={search} layout={layout} onSearch={onSearch} />
      </div>
      <StatusFilter
        counts={counts}
        chosen={filtersOf(search).statuses}
        onChoose={(statuses) => onSearch(withChoice(search, "status", statuses))}
      />
      <FilterChips search={search} active={active} onSearch={onSearch} />
    </div>
  );
}

const GROUPING_LABELS = { none: t("No grouping"), group: t("By group"), tag: t("By tag") } as const;

function GroupingSelect({ layout: { grouping, groups, setGrouping } }: { layout: ListLayout }) {
  const offered = GROUPINGS.filter((one) => one !== "group" || groups.length > 0);
  return (
    <select
      className={SELECT}
      aria-label={t("Group by")}
      value={grouping}
      onChange={(event) => {
        const next = offered.find((one) => one === event.target.value);
        if (next) setGrouping(next);
      }}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {GROUPING_LABELS[one]}
        </option>
      ))}
    </select>
  );
}

const SORT_LABELS = {
  status: t("Problems first"),
  name: t("Name, A to Z"),
  "-name": t("Name, Z to A"),
  "-response": t("Slowest first"),
  "-checked": t("Checked last"),
  "-created": t("Newest first"),
} satisfies Partial<Record<ListSort, string>>;

/** On phones, which show no column headers. */
function SortSelect({ search, onSearch }: Pick<ListToolbarProps, "search" | "onSearch">) {
  const sort = search.sort ?? DEFAULT_SORT;
  const isListed = sort in SORT_LABELS;
  return (
    <select
      className={`${SELECT} md:hidden`}
      aria-label={t("Sort by")}
      value={sort}
      onChange={(event) => onSearch({ ...search, sort: event.target.value as ListSort })}
    >
      {Object.entries(SORT_LABELS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {!isListed && <option value={sort}>{t("Another column")}</option>}
    </select>
  );
}
