/** A field that at least one side changed. */
export type EditedField = {
  /** As the API names it: `retry.interval_seconds`. */
  path: string;
  mine: unknown;
  theirs: unknown;
  /** Who changed it. With `both`, a merge keeps mine. */
  changedBy: "me" | "them" | "both";
};

type Sides<T> = {
  /** What both sides started from. */
  base: T;
  mine: T;
  theirs: T;
};

/**
 * Merges two edits of one resource: their changes in the fields that I did not touch, mine in those that I did. Lists and
 * objects with different keys are one field. Pure.
 */
export function mergeEdits<Body extends object>(sides: Sides<Body>): { merged: Body; fields: EditedField[] } {
  const fields: EditedField[] = [];
  const keys = new Set([sides.base, sides.mine, sides.theirs].flatMap((side) => Object.keys(side)));
  const merged = mergeKeys(sides, { keys: [...keys], path: "", fields });
  // Each field is from one of three bodies of this type.
  return { merged: merged as Body, fields };
}

type Place = { path: string; fields: EditedField[] };

function mergeKeys(
  { base, mine, theirs }: Sides<object>,
  { keys, path, fields }: Place & { keys: readonly string[] },
): object {
  const entries = keys.map((key) => {
    const value = mergeValue(
      { base: Reflect.get(base, key), mine: Reflect.get(mine, key), theirs: Reflect.get(theirs, key) },
      { path: path === "" ? key : `${path}.${key}`, fields },
    );
    return [key, value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function mergeValue(sides: Sides<unknown>, { path, fields }: Place): unknown {
  const { base, mine, theirs } = sides;
  if (isSameValue(mine, theirs)) return mine;
  if (haveSameKeys(sides)) return mergeKeys(sides, { keys: Object.keys(sides.base), path, fields });
  const isMine = !isSameValue(mine, base);
  const isTheirs = !isSameValue(theirs, base);
  fields.push({ path, mine, theirs, changedBy: isMine && isTheirs ? "both" : isMine ? "me" : "them" });
  return isMine ? mine : theirs;
}

function haveSameKeys(sides: Sides<unknown>): sides is Sides<object> {
  const { base, mine, theirs } = sides;
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return false;
  const keys = JSON.stringify(Object.keys(base).sort());
  return [mine, theirs].every((side) => JSON.stringify(Object.keys(side).sort()) === keys);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Compares JSON values, regardless of the order of keys. A missing field equals an undefined one. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
