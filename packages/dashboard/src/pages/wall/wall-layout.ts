/** How many tiles fit on the wall, and in which grid. Pure. */

export type WallLayout = { columns: number; rows: number; pages: number; perPage: number };

type Size = { width: number; height: number };

/** Names of this size are readable from 5 m on a screen of 40 inches. */
const TILE_MIN: Size = { width: 340, height: 170 };
/** Tiles are wider than high, so that names fit. */
const TILE_RATIO = 2.2;

/** Selects the grid with the largest tiles. If the smallest tiles do not fit, they are shown page by page. */
export function wallLayout(count: number, screen: Size): WallLayout {
  const columnsMax = Math.max(1, Math.floor(screen.width / TILE_MIN.width));
  const rowsMax = Math.max(1, Math.floor(screen.height / TILE_MIN.height));
  const perPageMax = columnsMax * rowsMax;
  if (count > perPageMax) {
    const pages = Math.ceil(count / perPageMax);
    // The same number on each page, so that the last page is not nearly empty.
    const perPage = Math.ceil(count / pages);
    const rows = Math.min(rowsMax, Math.ceil(perPage / columnsMax));
    return { columns: Math.ceil(perPage / rows), rows, pages, perPage };
  }
  const grids = Array.from({ length: columnsMax }, (_, index) => index + 1)
    .map((columns) => ({ columns, rows: Math.max(1, Math.ceil(count / columns)) }))
    .filter(({ rows }) => rows <= rowsMax);
  const best = grids.reduce(
    (found, grid) => (scaleOf(grid, screen) > scaleOf(found, screen) ? grid : found),
    {
      columns: columnsMax,
      rows: Math.max(1, Math.ceil(count / columnsMax)),
    },
  );
  return { ...best, pages: 1, perPage: Math.max(1, count) };
}

/** The height of the largest tile of the ratio that fits into a cell. */
function scaleOf({ columns, rows }: { columns: number; rows: number }, { width, height }: Size): number {
  return Math.min(width / columns / TILE_RATIO, height / rows);
}
