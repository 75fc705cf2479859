/** Marks a request that may change something where it is sent. */
export function WritesBadge() {
  return (
    <span className="rounded-full bg-degraded-ground px-2 text-xs font-semibold text-degraded">writes</span>
  );
}
