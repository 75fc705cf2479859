import { z } from "zod";

/** A time zone by its IANA name. */
export const timezoneSchema = z
  .string()
  .max(64)
  .refine(isTimezone, "must be a time zone of the IANA database, such as Europe/Berlin")
  .meta({ description: "IANA name" });

/** `Intl` also knows offsets such as +02:00, which are no zones: they know no summer. */
function isTimezone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
