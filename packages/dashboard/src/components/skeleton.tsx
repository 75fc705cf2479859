import { t } from "../language/t.ts";

/** A loading placeholder with a label for screen readers. */
export function Skeleton({ lines = 3, label = t("Loading …") }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="grid motion-safe:animate-pulse gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the elements are identical.
        <span key={line} className="h-10 rounded-lg bg-paused-ground" />
      ))}
    </div>
  );
}
