import type { Target } from "@vedette/contract/targets/targets.ts";
import { useMemo } from "react";
import { useRole } from "../../../app/role.ts";
import { Button } from "../../../components/button.tsx";
import { Table } from "../../../components/table.tsx";
import { t } from "../../../language/t.ts";
import { BulkActions } from "../bulk/bulk-actions.tsx";
import { useSelection } from "../use-selection.ts";
import { targetColumns } from "./columns/target-columns.tsx";
import type { ListSearch } from "./list-search.ts";
import { withoutFilters } from "./list-search.ts";
import { DEFAULT_SORT, type ListSort } from "./list-sorts.ts";
import { useInside } from "./rows/use-inside.ts";
import type { useListRows } from "./rows/use-list-rows.ts";
import type { TargetListType } from "./target-lists.ts";
import type { ListLayout } from "./use-list-layout.ts";

type TargetTableProps = {
  list: TargetListType;
  caption: string;
  shown: ReturnType<typeof useListRows>;
  layout: ListLayout;
  search: ListSearch;
  onSearch(search: ListSearch): void;
};

/** The rows of a list of targets, with bulk actions for those that are selected. */
export function TargetTable({ list, caption, shown, layout, search, onSearch }: TargetTableProps) {
  const { rows, changeCount, apply, setInside } = shown;
  const { columns: columnIds, groupName } = layout;
  const chosen = useSelection();
  const inside = useInside(setInside);
  const mayChange = useRole().reaches("member");
  const columns = useMemo(
    () => targetColumns({ list, chosen: mayChange ? chosen : null, shown: columnIds, groupName }),
    [list, mayChange, chosen, columnIds, groupName],
  );
  // Rows hidden by a filter are not changed, because the user could not see the effect.
  const chosenRows = rows.filter(({ id }) => chosen.ids.has(id));
  return (
    <>
      {chosenRows.length > 0 && (
        <BulkActions
          list={list}
          chosen={chosenRows}
          shownCount={rows.length}
          onAll={() => chosen.replace(rows.map(({ id }) => id))}
          onChosen={chosen.replace}
        />
      )}
      {rows.length === 0 && changeCount === 0 ? (
        <p className="py-8 text-center text-soft">
          {t("{subject} matches.", { subject: list.noun.no })}{" "}
          <Button variant="quiet" onClick={() => onSearch(withoutFilters(search))}>
            {t("Clear filters")}
          </Button>
        </p>
      ) : (
        <div className="relative" {...inside}>
          <OrderBar changeCount={changeCount} onApply={apply} />
          <Table<Target>
            isCompact
            caption={caption}
            columns={columns}
            rows={rows}
            sections={layout.sectionsOf(rows)}
            idOf={({ id }) => id}
            sort={search.sort ?? DEFAULT_SORT}
            onSort={(sort) => onSearch({ ...search, sort: sort as ListSort })}
          />
        </div>
      )}
    </>
  );
}

/** Offers the current order while the table keeps an earlier one. On the way to it the order must stay. */
function OrderBar({ changeCount, onApply }: { changeCount: number; onApply(): void }) {
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center">
      {changeCount > 0 && (
        <p className="popup pointer-events-auto flex items-center gap-2 py-1 pe-1.5 ps-4">
          <span>{t("{count, plural, one {# change} other {# changes}}", { count: changeCount })}</span>
          <Button variant="quiet" onClick={onApply}>
            {t("Refresh")}
          </Button>
        </p>
      )}
    </div>
  );
}
