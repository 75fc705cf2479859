/** Said at the head of every generated page. */
export function generatedFrom(source: string): string {
  return `<!-- Made by \`npm run docs\` from ${source}. Do not edit. -->`;
}

/** A table; cells may hold any text on one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(escaped))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}
