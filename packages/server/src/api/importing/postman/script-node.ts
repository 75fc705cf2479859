import type { Node } from "acorn";

/** The common part of acorn's union of all nodes that is used here. */
export type AnyNode = Node & Readonly<Record<string, unknown>>;
