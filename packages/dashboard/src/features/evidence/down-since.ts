/** Returns since when a target is down, or null if it is not. */
export function downSince({
  status,
  status_since: since,
}: {
  status: string;
  status_since: string;
}): string | null {
  return status === "down" ? since : null;
}
