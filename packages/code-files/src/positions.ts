import type { CodePath } from "@vedette/contract/code/code-resources.ts";

/** Where in which file a value of the document was written. Lines and columns start at 1. */
export type Position = { file: string; line: number; column: number };

/** A sentence about a value, for the author of the file. Without a position, it is about all files. */
export type FileFault = { position: Position | null; message: string };

type Node = { position: Position | null; inner: Map<string, Node> };

/** Positions of the values of one document. */
export class PositionMap {
  readonly #root: Node = { position: null, inner: new Map() };

  set(path: CodePath, position: Position): void {
    this.#nodeAt(path).position = position;
  }

  /** Returns the position of the value, or of the innermost value around it that has one. */
  locate(path: CodePath): Position | null {
    let node: Node | undefined = this.#root;
    let position = node.position;
    for (const part of path) {
      node = node.inner.get(String(part));
      if (!node) break;
      position = node.position ?? position;
    }
    return position;
  }

  /** Takes over the positions of the value at `from` in the other map, and of all values in it, for the value at `to`. */
  copy(other: PositionMap, from: CodePath, to: CodePath): void {
    const source = other.#nodeAt(from);
    const target = this.#nodeAt(to);
    target.position = source.position;
    // The nodes are shared, and no one changes them after this.
    target.inner = new Map(source.inner);
  }

  #nodeAt(path: CodePath): Node {
    let node = this.#root;
    for (const part of path) {
      const next = node.inner.get(String(part)) ?? { position: null, inner: new Map() };
      node.inner.set(String(part), next);
      node = next;
    }
    return node;
  }
}
