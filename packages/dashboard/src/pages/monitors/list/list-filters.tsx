import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import { ChoiceFilter, SearchFilter, TagFilter } from "../../../components/list-filter.tsx";
import { checkView, MONITOR_TYPES } from "../../../features/checks/check-views.ts";
import { withParam } from "../../../features/targets/target-search.ts";
import type { ListSearch } from "./list-search.ts";
import type { Counts } from "./list-view.ts";
import { StatusCounts } from "./status-counts.tsx";

type ListFiltersProps = {
  counts: Counts;
  tags: readonly string[];
  search: ListSearch;
  /** The displayed status, which can differ from the URL. */
  status: MonitorStatus | null;
  onSearch(search: ListSearch): void;
  /** Further controls. */
  children: ReactNode;
};

/** Filters the list; the choices are in the URL. */
export function ListFilters({ counts, tags, search, status, onSearch, children }: ListFiltersProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <StatusCounts
        counts={counts}
        chosen={status}
        onChoose={(chosen) => onSearch(withParam(search, "status", chosen))}
      />
      <div className="flex w-full flex-wrap gap-2 sm:w-auto">
        <SearchFilter
          label="Search name or URL"
          text={search.q ?? ""}
          onText={(q) => onSearch({ ...search, q })}
        />
        <ChoiceFilter
          label="Type"
          all="All types"
          options={MONITOR_TYPES.map((type) => ({ value: type, label: checkView(type).label }))}
          chosen={search.type ?? null}
          onChoose={(type) => onSearch(withParam(search, "type", type))}
        />
        <TagFilter
          tags={tags}
          chosen={search.tag ?? null}
          onChoose={(tag) => onSearch(withParam(search, "tag", tag))}
        />
        {children}
      </div>
    </div>
  );
}
