/** Marks a request that may change data on the target. */
export function WritesBadge() {
  return (
    <span className="rounded-full bg-degraded-ground px-2 text-xs font-semibold text-degraded">writes</span>
  );
}
