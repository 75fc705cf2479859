import { z } from "zod";

/** Labels of the issues that a channel opens, for trackers that separate labels by commas. */
export const issueLabels = z
  .array(z.string().regex(/^[^,\p{Cc}]{1,50}$/u, "must be a label of at most 50 characters without commas"))
  .max(10)
  .nullish();
