import { isDeepStrictEqual } from "node:util";
import type { CodeChange } from "@vedette/contract/code/code-plan.ts";
import { type CodePath, type CodeResource, isObject } from "@vedette/contract/code/code-resources.ts";
import { fieldName, withReferences, writtenName } from "../document/document-form.ts";
import type { ReferenceNames } from "../document/names.ts";
import { type Fields, isMark } from "../kinds/kind.ts";

/** Compares resources in their normal form, and shows what differs. */

/** Fields that the document leaves to people: ignored ones, and pausing if it does not say otherwise. */
export function leftToPeople({ fields, ignoreChanges }: CodeResource): ReadonlySet<string> {
  const ignored = ignoreChanges.map(fieldName);
  return new Set(Object.hasOwn(fields, "enabled") ? ignored : [...ignored, "enabled"]);
}

/** Returns the names of the fields that differ. */
export function differing(before: Fields, after: Fields, except: ReadonlySet<string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !except.has(name) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
}

/** Lists the values that differ, each with its path; objects are compared field by field, and lists as a whole. */
export function changesOf(
  before: Fields | null,
  after: Fields,
  names: readonly string[],
  refer: ReferenceNames,
): CodeChange[] {
  return names.flatMap((name) =>
    compareValues(
      [writtenName(name)],
      withReferences(name, before?.[name] ?? null, refer),
      withReferences(name, after[name] ?? null, refer),
    ),
  );
}

function compareValues(path: CodePath, before: unknown, after: unknown): CodeChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const isNested = isObject(before) && isObject(after) && !isMark(before) && !isMark(after);
  if (!isNested) return [{ path: [...path], before: shown(before, null), after: shown(after, before) }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => compareValues([...path, name], before[name] ?? null, after[name] ?? null));
}

/** Replaces credentials by what happens to them. */
export function shown(value: unknown, before: unknown): unknown {
  if (isMark(value)) {
    if (before === null) return "(secret)";
    return isDeepStrictEqual(value, before) ? "(secret, unchanged)" : "(secret, changed)";
  }
  if (!isObject(value)) return value;
  const old = isObject(before) ? before : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shown(each, old[name] ?? null)]),
  );
}
