import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { decodeText } from "../building/decode-text.ts";
import { ImportBuilder } from "../building/import-builder.ts";
import { readableKey } from "../building/import-keys.ts";
import type { ImportedFile, UploadedFile } from "../imported-file.ts";
import { type ListItem, readLine } from "./read-line.ts";
import { type Address, readListedAddress } from "./read-listed-address.ts";

/** A list of addresses, one a line, as people paste it: each becomes a monitor with the defaults. */

/** As many as a document may have. */
const LINES_MAX = 5_000;

export function importList(files: readonly UploadedFile[]): ImportedFile {
  const lines = files.flatMap(({ bytes }) => decodeText(bytes).split(/\r\n|\n|\r/));
  if (lines.length > LINES_MAX)
    throw badFields([{ path: "file", message: `has more than ${LINES_MAX} lines` }]);
  const builder = new ImportBuilder("list");
  const lineOf = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    for (const item of readLine(line.replace(/^\uFEFF/, "")))
      addItem(builder, item, { line: index + 1, lineOf });
  }
  return builder.finish();
}

type Position = { line: number; lineOf: Map<string, number> };

function addItem(builder: ImportBuilder, item: ListItem, { line, lineOf }: Position): void {
  const address = readListedAddress(item.address);
  if ("problem" in address) {
    const shown = item.address.replace(/\/\/[^/]*@/, "//…@").slice(0, 200);
    builder.notMade({
      kind: "line",
      key: `line ${line}`,
      name: shown,
      reasons: [address.problem],
    });
    return;
  }
  const identity = JSON.stringify(address.fields);
  const earlier = lineOf.get(identity);
  const name = item.name || address.name;
  if (earlier !== undefined) {
    const reason = `Line ${earlier} has the same address.`;
    builder.notMade({ kind: "line", key: `line ${line}`, name, reasons: [reason] });
    return;
  }
  lineOf.set(identity, line);
  const key = builder.reserveKey("monitor", readableKey(address.identity));
  const fields = { ...address.fields, tags: item.tags, ...authOf(builder, key, address) };
  builder.add({ kind: "monitor", key, name, fields, reasons: address.reasons });
}

function authOf(builder: ImportBuilder, key: string, { login }: Address): object {
  if (!login) return {};
  const password = login.password === "" ? "" : builder.values.hide(`${key} password`, login.password);
  return { auth: { type: "basic", username: escapeTemplate(login.username), password } };
}
