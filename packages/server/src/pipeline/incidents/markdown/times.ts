/** Times in Markdown, in UTC and to the second. Pure. */

/** 2026-11-26 12:01:03 UTC */
export function instantText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** 1 h 02 min 03 s; whole seconds, as the dashboard counts them. */
export function durationText(seconds: number): string {
  const whole = Math.floor(seconds);
  const [h, min, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  if (h > 0) return `${h} h ${two(min)} min ${two(s)} s`;
  return min > 0 ? `${min} min ${two(s)} s` : `${s} s`;
}
