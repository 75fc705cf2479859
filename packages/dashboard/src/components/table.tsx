import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { MorePages } from "../api/use-pages.ts";
import { Icon } from "./icon.tsx";
import { LoadMore } from "./load-more.tsx";
import { type TableSection, tableItems } from "./table-section.ts";

export type Column<Row> = {
  id: string;
  title: string;
  /** Shows the title only to screen readers, for example for actions. */
  isTitleHidden?: boolean;
  isNumber?: boolean;
  /** Hidden on phones. */
  isWideOnly?: boolean;
  /** One small button, which phones show beside the row header. */
  isMenu?: boolean;
  /** The width, as a class; without it the column takes the rest. */
  width?: string;
  /** The value of `sort` for ascending order by this column. A leading `-` means descending. */
  sort?: string;
  /** The first click sorts in descending order. */
  isSortedDown?: boolean;
  cell(row: Row): ReactNode;
};

export type TableProps<Row> = {
  /** The caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Shows the rows under headers; without it in one list. */
  sections?: readonly TableSection<Row>[] | undefined;
  idOf(row: Row): string;
  sort?: string;
  onSort?(sort: string): void;
  /** The state of the "Load more" button, from `useInfiniteQuery`. */
  more?: MorePages;
  /** Rows of one height; texts that do not fit are cut. */
  isCompact?: boolean;
};

/** From this number of rows, only the visible rows are rendered. */
const VIRTUAL_FROM = 100;
const ROW_HEIGHT = 64;
const COMPACT_ROW_HEIGHT = 46;
const SECTION_HEIGHT = 48;

const COMPACT_CELL =
  "px-2 py-0 align-middle md:h-[45px] max-md:py-1 first:ps-4 last:pe-2 max-md:first:ps-3 max-md:last:pe-3";
const CELL = "px-3 py-3 align-top max-md:py-1 max-md:first:ps-3 max-md:last:pe-3 first:ps-4.5 last:pe-4.5";

/** A table whose first column is the row header. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, sort, onSort, more, isCompact = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    if (box) setScrollMargin(Math.round(box.top + window.scrollY));
  }, []);
  const items = tableItems(props.rows, props.sections, props.idOf);
  const isVirtual = items.length >= VIRTUAL_FROM;
  const virtual = useWindowVirtualizer({
    count: isVirtual ? items.length : 0,
    estimateSize: (index) =>
      items[index]?.section ? SECTION_HEIGHT : isCompact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 10,
    scrollMargin,
  });
  const hasMenu = columns.some(({ isMenu }) => isMenu);
  const rendered = virtual.getVirtualItems();
  const indexes = isVirtual ? rendered.map(({ index }) => index) : items.map((_, index) => index);
  const before = isVirtual ? (rendered[0]?.start ?? scrollMargin) - scrollMargin : 0;
  const after = isVirtual
    ? virtual.getTotalSize() - ((rendered.at(-1)?.end ?? scrollMargin) - scrollMargin)
    : 0;

  return (
    <div className="grid gap-3">
      <div className="card overflow-x-auto">
        <table
          className={`w-full border-collapse text-start ${isCompact ? "md:min-w-3xl md:table-fixed" : ""}`}
          aria-rowcount={isVirtual ? items.length + 1 : undefined}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="max-md:sr-only bg-raised text-[0.8125rem] text-soft">
            <tr>
              {columns.map((column) => (
                <Head key={column.id} column={column} sort={sort} onSort={onSort} isCompact={isCompact} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {before > 0 && <Gap height={before} span={columns.length} />}
            {indexes.map((index) => {
              const item = items[index];
              if (item === undefined) return null;
              const { row, section } = item;
              const common = {
                "data-index": index,
                ref: isVirtual ? virtual.measureElement : undefined,
                "aria-rowindex": isVirtual ? index + 2 : undefined,
              };
              if (section) {
                return (
                  <tr key={item.key} {...common} className="scroll-my-20 border-t border-line bg-raised">
                    <td colSpan={columns.length} className="px-4.5 py-1 max-md:block max-md:px-3">
                      {section.header}
                    </td>
                  </tr>
                );
              }
              return (
                <tr
                  key={item.key}
                  {...common}
                  className="scroll-my-20 border-t border-line max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:px-1.5 max-md:py-2"
                >
                  {columns.map((column, position) => (
                    <Cell
                      key={column.id}
                      column={column}
                      isRowHeader={position === 0}
                      isCompact={isCompact}
                      hasMenu={hasMenu}
                    >
                      {column.cell(row)}
                    </Cell>
                  ))}
                </tr>
              );
            })}
            {after > 0 && <Gap height={after} span={columns.length} />}
          </tbody>
        </table>
      </div>
      {more && <LoadMore {...more} />}
    </div>
  );
}

type CellProps<Row> = {
  column: Column<Row>;
  isRowHeader: boolean;
  isCompact: boolean;
  /** Whether a menu needs room beside the row header. */
  hasMenu: boolean;
  children: ReactNode;
};

function Cell<Row>({ column, isRowHeader, isCompact, hasMenu, children }: CellProps<Row>) {
  const className = `${isCompact ? COMPACT_CELL : CELL} ${cellClass(column)}`;
  if (!isRowHeader) {
    const order = hasMenu ? (column.isMenu ? "max-md:order-1 max-md:self-start" : "max-md:order-2") : "";
    return <td className={`${className} ${order}`}>{children}</td>;
  }
  return (
    <th
      scope="row"
      className={`${className} font-normal ${hasMenu ? "max-md:w-[calc(100%-4rem)]" : "max-md:w-full"}`}
    >
      {children}
    </th>
  );
}

type HeadProps<Row> = {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  isCompact: boolean;
};

function Head<Row>({ column, sort, onSort, isCompact }: HeadProps<Row>) {
  const isAscending = column.sort !== undefined && sort === column.sort;
  const isDescending = column.sort !== undefined && sort === `-${column.sort}`;
  const order = isAscending ? "ascending" : isDescending ? "descending" : undefined;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={`font-semibold ${isCompact ? "px-2 py-1.5 first:ps-4 last:pe-2" : "px-3 py-2 first:ps-4.5 last:pe-4.5"} ${column.width ?? ""} ${cellClass(column)}`}
    >
      {column.sort !== undefined && onSort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 hover:text-ink"
          onClick={() => onSort(nextSort(column, { isAscending, isDescending }))}
        >
          {column.title}
          {order && <Icon name={isAscending ? "up" : "down"} />}
        </button>
      ) : (
        <span className={column.isTitleHidden ? "sr-only" : ""}>{column.title}</span>
      )}
    </th>
  );
}

function nextSort<Row>(
  { sort, isSortedDown = false }: Column<Row>,
  { isAscending, isDescending }: { isAscending: boolean; isDescending: boolean },
): string {
  const isDown = isAscending || (isSortedDown && !isDescending);
  return isDown ? `-${sort}` : `${sort}`;
}

function cellClass<Row>({ isNumber, isWideOnly }: Column<Row>): string {
  const number = isNumber ? "text-end whitespace-nowrap tabular-nums" : "";
  return `${number} ${isWideOnly ? "max-md:hidden" : ""}`;
}

/** An empty row with the height of the rows that are not rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable.
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}
