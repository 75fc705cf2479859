import { isMap, isScalar, type Pair, parseDocument, type ToStringOptions } from "yaml";
import { compareSections } from "./document-order.ts";

/** Lines are not broken: a URL on two lines cannot be searched. */
const STYLE: ToStringOptions = { indent: 2, lineWidth: 0, flowCollectionPadding: false };

/** Formats a YAML file: sections in order, two spaces, comments kept. Returns null if it has syntax errors. */
export function formatYaml(text: string): string | null {
  const document = parseDocument(text, { version: "1.2", schema: "core", logLevel: "error" });
  if (document.errors.length > 0) return null;
  const { contents } = document;
  if (isMap(contents)) {
    const schemaLine = takeSchemaLine(contents.items[0]);
    contents.items.sort((a, b) => compareSections(nameOf(a), nameOf(b)));
    if (schemaLine !== null) document.commentBefore = joinComments(document.commentBefore, schemaLine);
  }
  return document.toString(STYLE);
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}

/** Removes the line for editors from the comment of the first section: it is about the file. */
function takeSchemaLine(first: Pair | undefined): string | null {
  const key = first?.key;
  if (!isScalar(key) || !key.commentBefore) return null;
  const lines = key.commentBefore.split("\n");
  const found = lines.find((line) => line.trimStart().startsWith("yaml-language-server:"));
  if (found === undefined) return null;
  key.commentBefore = lines.filter((line) => line !== found).join("\n");
  return found;
}

function joinComments(before: string | null, line: string): string {
  return before ? `${before}\n${line}` : line;
}
