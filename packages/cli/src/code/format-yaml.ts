import { isMap, isScalar, type Pair, parseDocument, type ToStringOptions } from "yaml";
import { compareSections } from "./document-order.ts";

/** Lines are not broken: a URL on two lines cannot be searched. */
const STYLE: ToStringOptions = { indent: 2, lineWidth: 0, flowCollectionPadding: false };

/** Formats a YAML file: sections in order, two spaces, comments kept. Returns null if it has syntax errors. */
export function formatYaml(text: string): string | null {
  const document = parseDocument(text, { version: "1.2", schema: "core", logLevel: "silent" });
  if (document.errors.length > 0) return null;
  const { contents } = document;
  if (isMap(contents)) contents.items.sort((a, b) => compareSections(nameOf(a), nameOf(b)));
  return document.toString(STYLE);
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}
