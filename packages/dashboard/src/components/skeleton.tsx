/** Stands where something will be, and says so to who does not see it. */
export function Skeleton({ lines = 3, label = "Loading …" }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="grid motion-safe:animate-pulse gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <span key={line} className="h-10 rounded-lg bg-paused-ground" />
      ))}
    </div>
  );
}
