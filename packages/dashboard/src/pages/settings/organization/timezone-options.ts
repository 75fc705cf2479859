/** The zones that the browser knows, with UTC and the present one, which it may not list. */
export function timezoneOptions(present: string): { value: string; label: string }[] {
  const zones = new Set(["UTC", present, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
