import { serverText } from "../../language/server-texts/server-text.ts";

/** Rows of a comparison. */

/** A fact of one source; null if it has none. */
export type EvidenceCell = {
  text: string;
  /** What is compared, without what always differs, such as times. Default: the text. */
  compared?: string;
} | null;

export type EvidenceRow = {
  label: string;
  cells: readonly EvidenceCell[];
  /** Never marked: the sources always differ. */
  isNeverMarked?: boolean;
};

/** Returns whether the sources of a row differ. */
export function differs({ cells, isNeverMarked = false }: EvidenceRow): boolean {
  if (isNeverMarked) return false;
  return new Set(cells.map((cell) => (cell === null ? null : (cell.compared ?? cell.text)))).size > 1;
}

/** Leaves out rows that no source has. */
export function withFacts(rows: readonly EvidenceRow[]): EvidenceRow[] {
  return rows.filter(({ cells }) => cells.some((cell) => cell !== null));
}

export function textCell(text: string | null | undefined): EvidenceCell {
  return text === null || text === undefined ? null : { text };
}

/** The cause of a failure, and its code on a line of its own. */
export function errorText({ message, code }: { message: string; code: string }): string {
  return `${serverText(message)}\n${code}`;
}
