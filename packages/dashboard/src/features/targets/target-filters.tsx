import type { ReactNode } from "react";
import { ChoiceFilter, SearchFilter, TagFilter } from "../../components/list-filter.tsx";
import { statusWord } from "../../components/status-badge.tsx";
import { STATUS_ORDER } from "../../pages/monitors/list/list-view.ts";
import { TARGET_SORTS, type TargetSearch, type TargetSort, withParam } from "./target-search.ts";

const SORT_WORDS: Record<TargetSort, string> = {
  name: "Name, A to Z",
  "-name": "Name, Z to A",
  "-created_at": "Newest first",
  created_at: "Oldest first",
};

type TargetFiltersProps = {
  search: TargetSearch;
  tags: readonly string[];
  onSearch(search: TargetSearch): void;
  /** Further controls. */
  children: ReactNode;
};

/** Filters and sorts a list of API monitors or journeys; the choices are in the URL. */
export function TargetFilters({ search, tags, onSearch, children }: TargetFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchFilter
        label="Search name or description"
        text={search.q ?? ""}
        onText={(q) => onSearch({ ...search, q })}
      />
      <ChoiceFilter
        label="Status"
        all="Any status"
        options={STATUS_ORDER.map((status) => ({ value: status, label: statusWord(status) }))}
        chosen={search.status ?? null}
        onChoose={(status) => onSearch(withParam(search, "status", status))}
      />
      <TagFilter
        tags={tags}
        chosen={search.tag ?? null}
        onChoose={(tag) => onSearch(withParam(search, "tag", tag))}
      />
      {children}
      <select
        className="min-h-9 rounded-lg border border-line-strong bg-surface px-3 sm:ml-auto"
        aria-label="Sort by"
        value={search.sort ?? "name"}
        onChange={(event) => {
          const sort = TARGET_SORTS.find((one) => one === event.target.value);
          onSearch(withParam(search, "sort", sort && sort !== "name" ? sort : null));
        }}
      >
        {TARGET_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_WORDS[sort]}
          </option>
        ))}
      </select>
    </div>
  );
}
