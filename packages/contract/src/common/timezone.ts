import { z } from "zod";

/** An IANA time zone name. */
export const timezoneSchema = z
  .string()
  .max(64)
  .refine(isTimezone, "must be an IANA time zone, such as Europe/Berlin")
  .meta({ description: "IANA name" });

/** `Intl` also accepts offsets such as +02:00, which do not observe daylight saving time. */
function isTimezone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
