import {
  BADGE_FORMATS,
  BADGE_LABEL_LENGTH_MAX,
  BADGE_PERIODS,
  BADGE_STYLES,
  type BadgeFormat,
} from "@vedette/contract/badges/badge-words.ts";
import { parseFields } from "@vedette/contract/common/field-errors.ts";
import { z } from "zod";
import type { BadgeMetric } from "../../../pipeline/badges/badge-figure.ts";
import { badFields } from "../../../platform/kernel/errors.ts";

/** What a request for a badge asks for: the figure and the format in its path, and the appearance in its query. */

export type BadgePath = { metric: BadgeMetric; format: BadgeFormat };

const FORMAT = `\\.(${BADGE_FORMATS.join("|")})$`;
const PLAIN = new RegExp(`^(status|certificate|heartbeat)${FORMAT}`);
const WITH_PERIOD = new RegExp(`^(uptime|response)/(${BADGE_PERIODS.join("|")})${FORMAT}`);

/** Reads the path below the key; null if there is no such badge. */
export function readBadgePath(path: string): BadgePath | null {
  const [, name, format] = PLAIN.exec(path) ?? [];
  if (name !== undefined) return { metric: { name }, format } as BadgePath;
  const [, measure, period, ending] = WITH_PERIOD.exec(path) ?? [];
  return measure === undefined ? null : ({ metric: { name: measure, period }, format: ending } as BadgePath);
}

const COLOR_NAMES = "brightgreen|green|yellow|yellowgreen|orange|red|blue|grey|lightgrey";
const color = z
  .string()
  .regex(
    new RegExp(`^(?:[0-9a-f]{3}|[0-9a-f]{6}|${COLOR_NAMES})$`, "i"),
    `must be 3 or 6 hexadecimal digits without #, or one of ${COLOR_NAMES.replaceAll("|", ", ")}`,
  )
  .optional();

/** Percent, milliseconds or days, as the figure has them. */
const threshold = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,4})?$/, "must be a number of at least 0, such as 99.5")
  .transform(Number)
  .optional();

/** XML 1.0 has no way to write them. */
const CONTROL_CHARACTERS = /\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;

/** Other parameters are ignored: sites add their own, such as the number of a version. */
const options = z.object({
  label: z
    .string()
    .max(BADGE_LABEL_LENGTH_MAX)
    .transform((text) => text.replace(CONTROL_CHARACTERS, ""))
    .optional(),
  style: z.enum(BADGE_STYLES).default("flat"),
  color_label: color,
  color_good: color,
  color_warning: color,
  color_bad: color,
  color_maintenance: color,
  color_unknown: color,
  threshold_good: threshold,
  threshold_warning: threshold,
});
export type BadgeOptions = z.output<typeof options>;

/** Throws a bad request that names each invalid option. */
export function readBadgeOptions(query: unknown): BadgeOptions {
  const parsed = parseFields(options, query);
  if (parsed.errors) throw badFields(parsed.errors);
  return parsed.value;
}
