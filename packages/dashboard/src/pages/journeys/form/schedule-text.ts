/** Returns the schedule: "every 5 min". */
export function rhythmText(seconds: number | null): string {
  if (seconds === null) return "on demand";
  if (seconds % 3_600 === 0) return seconds === 3_600 ? "every hour" : `every ${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `every ${seconds / 60} min` : `every ${seconds} s`;
}
