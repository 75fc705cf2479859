import { percentText } from "../../format.ts";

/** A note beside an uptime if checks were missed: how much of the time was observed. */
export function NotObserved({ observed }: { observed: number | null | undefined }) {
  if (observed == null || observed === 100) return null;
  return <span className="block text-xs whitespace-nowrap text-soft">observed {percentText(observed)}</span>;
}
