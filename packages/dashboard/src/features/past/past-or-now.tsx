import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { lazy, type ReactNode, Suspense } from "react";
import { LoadState } from "../../components/load-state.tsx";

const PastTargetPage = lazy(async () => ({ default: (await import("./past-target.tsx")).PastTargetPage }));

type PastOrNowProps = { at: string | undefined; id: string; kind: TargetKind; children: ReactNode };

/** The page of a target as it was known at an instant, or its page of now. */
export function PastOrNow({ at, id, kind, children }: PastOrNowProps) {
  if (at === undefined) return children;
  return (
    <Suspense fallback={<LoadState data={undefined} error={null} lines={6} />}>
      <PastTargetPage key={id} at={at} id={id} kind={kind} />
    </Suspense>
  );
}
