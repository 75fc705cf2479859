import { type JourneyUpdate, journeyUpdate } from "@vedette/contract/journeys/journeys.ts";
import type { CommonUpdate } from "../../../pipeline/targets/operations.ts";
import { badFields } from "../../../platform/kernel/errors.ts";

/** Converts an update that all kinds of targets accept. The first location becomes the primary one. */
export function toJourneyUpdate({ interval, locations, ...common }: CommonUpdate): JourneyUpdate {
  const [primary, ...others] = locations ?? [];
  const update = {
    ...common,
    ...(interval !== undefined && { interval_seconds: interval }),
    ...(primary !== undefined && { primary_location: primary, locations: others }),
  };
  const parsed = journeyUpdate.safeParse(update);
  if (parsed.success) return parsed.data;
  throw badFields(
    parsed.error.issues.map(({ path, message }) => ({
      path: path.join(".").replace("interval_seconds", "interval"),
      message,
    })),
  );
}
