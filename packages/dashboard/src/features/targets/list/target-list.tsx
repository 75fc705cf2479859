import { type ReactNode, useMemo } from "react";
import { useRole } from "../../../app/role.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { t } from "../../../language/t.ts";
import { countStatuses, headlineOf } from "../../../pages/monitors/list/list-view.ts";
import { filterChoices } from "./filters/filter-options.ts";
import type { ListSearch } from "./list-search.ts";
import { ListToolbar } from "./list-toolbar.tsx";
import { useListRows } from "./rows/use-list-rows.ts";
import { type LoadedRows, ROWS_MAX, useTargetRows } from "./rows/use-target-rows.ts";
import type { TargetListType } from "./target-lists.ts";
import { TargetTable } from "./target-table.tsx";
import { useListLayout } from "./use-list-layout.ts";

type TargetListProps = {
  list: TargetListType;
  title: string;
  /** Content of the empty state. */
  empty: { title: string; description: string };
  /** Shown to users who can add a target. */
  actions: ReactNode;
  search: ListSearch;
  onSearch(search: ListSearch): void;
};

/** The page with all targets of one kind, or of every kind. */
export function TargetList({ list, title, empty, actions, search, onSearch }: TargetListProps) {
  const loaded = useTargetRows(list.nouns);
  const { rows, isLoaded, error } = loaded;
  const counts = useMemo(() => countStatuses(rows.values()), [rows]);
  const mayChange = useRole().reaches("member");
  const isEmpty = isLoaded && rows.size === 0;
  return (
    <>
      <PageHeader
        title={title}
        lead={isLoaded && !isEmpty ? headlineOf(counts, list.noun) : undefined}
        actions={!isEmpty && mayChange && actions}
      />
      {error && <Notice>{error.message}</Notice>}
      {!isLoaded && !error && <Skeleton lines={6} />}
      {isEmpty && <EmptyState {...empty} action={mayChange && actions} />}
      {(isLoaded || error) && rows.size > 0 && (
        <FilteredList {...{ list, title, loaded, search, onSearch }} />
      )}
    </>
  );
}

type FilteredListProps = Omit<TargetListProps, "empty" | "actions"> & { loaded: LoadedRows };

function FilteredList({ list, title, loaded, search, onSearch }: FilteredListProps) {
  const { rows: all, isWhole } = loaded;
  const layout = useListLayout({ list: list.id, search, onSearch });
  const { groups, groupName, grouping } = layout;
  const isGrouped = grouping !== "none";
  const shown = useListRows({ all, search, groups, groupName, isGrouped });
  const choices = useMemo(() => filterChoices({ list, rows: all.values(), groups }), [list, all, groups]);
  const by = isGrouped ? t(" by {grouping}", { grouping }) : "";
  return (
    <div className="grid gap-3">
      <ListToolbar {...{ list, search, choices, layout, onSearch }} counts={shown.counts} />
      {layout.isReady && !shown.isPending ? (
        <TargetTable {...{ list, shown, layout, search, onSearch }} caption={`${title}${by}`} />
      ) : (
        <Skeleton lines={6} />
      )}
      {!isWhole && (
        <p className="text-[0.8125rem] text-soft">
          {t("Only the first {max, number} {many} by name are shown. The search finds the others.", {
            max: ROWS_MAX,
            many: list.noun.many,
          })}
        </p>
      )}
    </div>
  );
}
