/** Where a page of changes ends: they are ordered by their time and then by their key, both descending. */
type ChangePosition = { at: Date; key: string };

/** `to` is exclusive. */
export type ChangeRange = { from: Date; to: Date; position: ChangePosition | null; limit: number };

export function isBeforePosition(
  { at, id }: { at: string; id: string },
  position: ChangePosition | null,
): boolean {
  if (position === null) return true;
  const end = position.at.toISOString();
  return at < end || (at === end && id < position.key);
}
