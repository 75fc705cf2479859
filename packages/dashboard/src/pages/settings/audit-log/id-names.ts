/** Names instead of ids in the values of changed fields. Pure. */

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Replaces each id with the name of its object, if it is known. */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(ID, (id) => names.get(id) ?? id);
}

/** The ids in these texts whose names are not known, each once. */
export function unknownIds(texts: readonly (string | null)[], names: ReadonlyMap<string, string>): string[] {
  const ids = texts.flatMap((text) => text?.match(ID) ?? []);
  return [...new Set(ids)].filter((id) => !names.has(id));
}
