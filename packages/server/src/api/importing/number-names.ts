/** Makes names unique: `List`, `List (2)`, and never a name that is already in use. */
export function numberNames<T extends { name: string }>(items: readonly T[], lengthMax: number): T[] {
  const given = new Set(items.map(({ name }) => name));
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return items.map((item) => {
    if (!taken.has(item.name)) {
      taken.add(item.name);
      return item;
    }
    let number = lastNumber.get(item.name) ?? 1;
    let name: string;
    do {
      const suffix = ` (${++number})`;
      name = `${item.name.slice(0, lengthMax - suffix.length)}${suffix}`;
    } while (taken.has(name) || given.has(name));
    lastNumber.set(item.name, number);
    taken.add(name);
    return { ...item, name };
  });
}
