import { absoluteTime } from "../../time-ago.tsx";
import type { TimeRange } from "./series.ts";

/** Both ends of a time, in the time zone of the browser. */
export function rangeText({ fromMs, toMs }: TimeRange): string {
  return [fromMs, toMs].map((ms) => absoluteTime(new Date(ms).toISOString())).join(" – ");
}
