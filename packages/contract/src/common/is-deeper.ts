/** Returns whether a JSON value has more than this many levels of arrays and objects. Bounds code that recurses into it. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
