/** Returns an interval in its largest whole unit: "30 s", "5 min", "1 h". */
export function intervalLabel(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
