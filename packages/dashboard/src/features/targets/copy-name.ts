const NAME_LENGTH_MAX = 200;

/** Returns the name of a copy. */
export function copyName(name: string): string {
  return `Copy of ${name}`.slice(0, NAME_LENGTH_MAX);
}
