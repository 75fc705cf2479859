import { badFields } from "../../../platform/kernel/errors.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { parseValue } from "../parse-document.ts";

/** The bundle that `checkly deploy --debug-bundle` writes, or the answer of `GET /v1/checks`. */

const RESOURCES_MAX = 20_000;

export type ChecklyResource = { id: string; type: string; payload: DocumentObject };

/** Returns the resources of a file by their logical ID, or by the ID of the API. */
export function readBundle(text: string): ChecklyResource[] {
  const value = parseValue(text, { path: "file" });
  const isBundle = isObject(value) && Array.isArray(value.resources);
  if (!isBundle && !Array.isArray(value)) {
    throw bad(
      "must be the debug-bundle.json of 'checkly deploy --debug-bundle', or the answer of GET /v1/checks",
    );
  }
  const items = listOf(Array.isArray(value) ? value : objectOf(value).resources).filter(isObject);
  if (items.length === 0) throw bad("contains no resource of Checkly");
  if (items.length > RESOURCES_MAX) throw bad(`contains more than ${RESOURCES_MAX} resources`);
  return items.map((item) =>
    isBundle
      ? { id: textOf(item.logicalId) ?? "", type: textOf(item.type) ?? "", payload: objectOf(item.payload) }
      : { id: textOf(item.id) ?? "", type: "check", payload: item },
  );
}

function bad(message: string): Error {
  return badFields([{ path: "file", message }]);
}

/** Returns the ID that a link names: `{ref: "id"}`, or the ID itself. */
export function refOf(value: unknown): string | null {
  return isObject(value) ? textOf(value.ref) : textOf(value);
}

/** Returns the entries of a list of `{key, value}`. */
export function pairsOf(value: unknown): { key: string; value: string; isSecret: boolean }[] {
  return listOf(value).flatMap((item) => {
    const { key, value: text, secret, locked } = objectOf(item);
    const name = textOf(key) ?? "";
    if (name === "") return [];
    return [{ key: name, value: textOf(text) ?? "", isSecret: secret === true || locked === true }];
  });
}
