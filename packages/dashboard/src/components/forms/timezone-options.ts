/** Returns the browser's time zones, with UTC and the current value, which browsers may not list. */
export function timezoneOptions(current: string): { value: string; label: string }[] {
  const zones = new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
