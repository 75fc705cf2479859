import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import type { ListSearch } from "./list-search.ts";
import type { Counts } from "./list-view.ts";
import { StatusCounts } from "./status-counts.tsx";
import { MONITOR_TYPES, TYPE_WORDS } from "./words.ts";

type ListFiltersProps = {
  counts: Counts;
  tags: readonly string[];
  search: ListSearch;
  /** The status that is shown, which may be another than the address says. */
  status: MonitorStatus | null;
  onSearch(search: ListSearch): void;
};

const CONTROL = "min-h-9 rounded-lg border border-line-strong bg-surface px-3";

/** Narrows the list; what is chosen stands in the address. */
export function ListFilters({ counts, tags, search, status, onSearch }: ListFiltersProps) {
  const { status: _status, ...others } = search;
  const { type: _type, ...untyped } = search;
  const { tag: _tag, ...untagged } = search;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <StatusCounts
        counts={counts}
        chosen={status}
        onChoose={(chosen) => onSearch({ ...others, ...(chosen && { status: chosen }) })}
      />
      <div className="flex w-full flex-wrap gap-2 sm:w-auto">
        <input
          type="search"
          className={`${CONTROL} w-full sm:w-64`}
          aria-label="Search name or address"
          placeholder="Search name or address"
          value={search.q ?? ""}
          onChange={(event) => onSearch({ ...search, q: event.target.value })}
        />
        <select
          className={CONTROL}
          aria-label="Type"
          value={search.type ?? ""}
          onChange={(event) => {
            const type = MONITOR_TYPES.find((one) => one === event.target.value);
            onSearch({ ...untyped, ...(type && { type }) });
          }}
        >
          <option value="">All types</option>
          {MONITOR_TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_WORDS[type]}
            </option>
          ))}
        </select>
        {(tags.length > 0 || search.tag) && (
          <select
            className={`${CONTROL} max-w-48`}
            aria-label="Tag"
            value={search.tag ?? ""}
            onChange={(event) =>
              onSearch({ ...untagged, ...(event.target.value && { tag: event.target.value }) })
            }
          >
            <option value="">All tags</option>
            {[...new Set([...tags, ...(search.tag ? [search.tag] : [])])].map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </select>
        )}
      </div>
    </div>
  );
}
