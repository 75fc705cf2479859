import type { AssertionValues } from "../assertions/evaluate.ts";
import type { ProbeFacts } from "../probe-model.ts";

/** Further rows are neither read nor counted: a monitor asks for a few values. */
export const ROWS_MAX = 10_000;
/** The text of a result is kept up to this length. */
const TEXT_LENGTH_MAX = 65_536;

type Cell = string | null;

/** What a query returned: its first cell, the number of its rows, and its rows as text. */
export class QueryResult {
  #value: AssertionValues["value"];
  #rows = 0;
  #text = "";

  get isFull(): boolean {
    return this.#rows >= ROWS_MAX;
  }

  /** `toValue` converts the first cell, which is not null. */
  add(cells: readonly Cell[], toValue: (text: string) => string | number | boolean): void {
    const [first] = cells;
    // NULL is no value, as a result without rows.
    if (this.#rows === 0 && typeof first === "string") this.#value = toValue(first);
    this.#rows += 1;
    if (this.#text.length < TEXT_LENGTH_MAX)
      this.#text += `${cells.map((cell) => cell ?? "NULL").join("\t")}\n`;
  }

  facts(): ProbeFacts {
    return {
      values: { value: this.#value, rows: this.#rows },
      text: this.#text,
      bytes: Buffer.byteLength(this.#text),
    };
  }
}
