/** Keys that walk through the rows of a page's list, whose first cells lead to what they are about. */

const NAMES = "main tbody th[scope=row] a[href]";

/** Enter opens the row then, for its link has the focus. */
export function moveInList(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(NAMES)];
  const at = links.findIndex((link) => link.closest("tr") === focusedRow());
  const next = links[at === -1 && step === -1 ? links.length - 1 : at + step];
  next?.focus({ preventScroll: true });
  next?.closest("tr")?.scrollIntoView({ block: "nearest" });
}

/** Chooses the row that has the focus, for what is done with many, or takes it out again. */
export function chooseInList(): void {
  focusedRow()?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
}

function focusedRow(): Element | null {
  return document.activeElement?.closest("main tbody tr") ?? null;
}
