/** Formats columns as wide as their widest cell, two spaces apart; the last column keeps its own width. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell));
    }
  }
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - lengthOf(cell))).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** Counts characters and not UTF-16 units, which would misalign columns after an emoji. */
function lengthOf(text: string): number {
  return [...text].length;
}
