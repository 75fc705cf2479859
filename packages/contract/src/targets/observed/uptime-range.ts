import { z } from "zod";

const bound = (outcome: string) =>
  z
    .number()
    .nullable()
    .meta({
      description: `Uptime if all missed checks had found the target ${outcome}; null if nothing was monitored`,
    });

/** What missed checks leave open about an uptime. */
export const uptimeRange = {
  uptime_percentage_min: bound("down"),
  uptime_percentage_max: bound("up"),
  missed_seconds: z.number().meta({
    description: "Monitored time that was not observed, because Vedette missed checks at every location",
  }),
};
