/** Keyboard navigation through the rows of a page's table. The first cell of each row contains its link. */

const ROW_LINKS = "main tbody th[scope=row] a[href]";

/** Focuses the link of the next or previous row, so that Enter opens it. */
export function moveInList(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINKS)];
  const current = links.findIndex((link) => link.closest("tr") === focusedRow());
  const next = links[current === -1 && step === -1 ? links.length - 1 : current + step];
  next?.focus({ preventScroll: true });
  next?.closest("tr")?.scrollIntoView({ block: "nearest" });
}

/** Toggles the checkbox of the focused row. */
export function toggleInList(): void {
  focusedRow()?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
}

function focusedRow(): Element | null {
  return document.activeElement?.closest("main tbody tr") ?? null;
}
