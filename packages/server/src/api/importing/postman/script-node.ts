import type { Node } from "acorn";

/** What acorn's union of all nodes has in common, as far as it is looked at here. */
export type AnyNode = Node & Readonly<Record<string, unknown>>;
