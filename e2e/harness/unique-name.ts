let count = 0;

/** A name that no earlier call returned, so that a test that is repeated does not meet what its first try left behind. */
export function uniqueName(name: string): string {
  count += 1;
  return `${name} ${count}`;
}
