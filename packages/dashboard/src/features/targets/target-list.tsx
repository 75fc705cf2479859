import { useQuery } from "@tanstack/react-query";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from "react";
import type { Page } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useRole } from "../../app/role.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { type GroupView, useGroupView } from "../groups/use-group-view.tsx";
import type { TargetRow } from "./bulk/bulk-actions.tsx";
import { SelectableTable } from "./selectable-table.tsx";
import { TargetFilters } from "./target-filters.tsx";
import type { TargetOperations } from "./target-operations.ts";
import { queryOf, type TargetSearch } from "./target-search.ts";
import type { Selection } from "./use-selection.ts";

/** Requests of the list: a page, or the first rows for their tags. */
export type TargetQuery = ReturnType<typeof queryOf> & { limit: number; cursor?: string };

type GroupedTargetRow = TargetRow & { group_id: string | null; status: MonitorStatus };

type TargetListProps<Row> = {
  title: string;
  lead: string;
  /** Content of the empty state. */
  empty: { title: string; description: string };
  /** Shown to users who can add a target. */
  actions: ReactNode;
  operations: TargetOperations;
  search: TargetSearch;
  onSearch(search: TargetSearch): void;
  read(query: TargetQuery, signal: AbortSignal): Promise<Page<Row>>;
  /** `chosen` is null if the user cannot change anything. */
  columns(chosen: Selection | null): readonly Column<Row>[];
};

/** A paginated list of API monitors or journeys, filtered and sorted by the server. */
export function TargetList<Row extends GroupedTargetRow>(props: TargetListProps<Row>) {
  const { title, lead, empty, actions, operations, search, onSearch, columns } = props;
  const view = useGroupView(operations.kind);
  const { items: rows, error, more } = useTargetPages({ ...props, view });
  const tags = useTags(props);
  const mayChange = useRole().reaches("member");
  const isNarrowed = search.q !== undefined || search.status !== undefined || search.tag !== undefined;
  const isEmpty = rows?.length === 0 && !isNarrowed;
  return (
    <>
      <PageHeader title={title} lead={lead} actions={!isEmpty && mayChange && actions} />
      <LoadState data={rows} error={error} lines={6} />
      {isEmpty && <EmptyState {...empty} action={mayChange && actions} />}
      {rows && !isEmpty && (
        <div className="grid gap-4">
          <TargetFilters search={search} tags={tags} onSearch={onSearch}>
            {view.toggle}
          </TargetFilters>
          <SelectableTable
            caption={view.isGrouped ? `${title} by group` : title}
            operations={operations}
            columns={columns}
            rows={rows}
            sections={view.sectionsOf(rows)}
            sort={search.sort ?? "name"}
            onSort={(sort) => onSearch({ ...search, sort: sort === "-name" ? "-name" : "name" })}
            more={more}
          />
        </div>
      )}
    </>
  );
}

const PAGE_LIMIT = 50;
/** Maximum page size of the server; the filter offers the tags of these rows. */
const TAGGED_LIMIT = 200;
/** By group all rows are loaded, because each page has rows of many groups; as many as the list of monitors has. */
const GROUPED_MAX = 2_000;

type Reading<Row> = Pick<TargetListProps<Row>, "operations" | "search" | "read">;

function useTargetPages<Row extends TargetRow>({
  operations,
  search,
  read,
  view: { isReady, isGrouped },
}: Reading<Row> & { view: GroupView }) {
  const query = queryOf({ ...search, q: useDeferredValue(search.q ?? "") });
  const limit = isGrouped ? TAGGED_LIMIT : PAGE_LIMIT;
  const pages = usePages<Row>({
    queryKey: keys.list(operations.kind, query, limit),
    read: ({ signal, ...page }) => read({ ...query, limit, ...page }, signal),
    isEnabled: isReady,
    keepsPrevious: true,
  });
  const { items, error, more } = pages;
  const wantsMore = isGrouped && more.hasMore && error === null && (items?.length ?? 0) < GROUPED_MAX;
  const next = useEffectEvent(more.load);
  useEffect(() => {
    if (wantsMore && !more.isLoading) next();
  }, [wantsMore, more.isLoading]);
  return pages;
}

/** Tags for the filter; requested separately, because a filtered list does not have the other tags. */
function useTags<Row extends TargetRow>({ operations, read }: Reading<Row>): string[] {
  const { data } = useQuery({
    queryKey: keys.list(operations.kind, "tags"),
    queryFn: async ({ signal }) => {
      const { items } = await read({ sort: "name", limit: TAGGED_LIMIT }, signal);
      return [...new Set(items.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
    },
  });
  return data ?? [];
}
