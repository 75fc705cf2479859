import type { Show } from "../../show.ts";

/**
 * Masks a line of a trace, which is one event as JSON. Its texts are masked one by one, so that it stays
 * valid JSON.
 */
export function scrubEvent(line: string, show: Show): string {
  const masked = show(line);
  if (masked === line && !line.includes(COVERS) && !line.includes(NESTED)) return line;
  try {
    const event: unknown = JSON.parse(line);
    dropCovers(event);
    return JSON.stringify(scrubValue(event, show));
  } catch (error) {
    // Invalid JSON, or nested deeper than the stack allows.
    if (error instanceof SyntaxError || error instanceof RangeError) return masked;
    throw error;
  }
}

/** What a screenshot covers: selectors, which a viewer does not show. */
const COVERS = '"mask":';
/** A text that was escaped more often than the masker unescapes within the whole line. */
const NESTED = "\\".repeat(8);

function dropCovers(event: unknown): void {
  if (!isObject(event) || !isObject(event.params)) return;
  delete event.params.mask;
}

function scrubValue(value: unknown, show: Show): unknown {
  if (typeof value === "string") return show(value);
  if (typeof value === "number") return scrubNumber(value, show);
  if (Array.isArray(value)) return value.map((each) => scrubValue(each, show));
  if (!isObject(value)) return value;
  dropParsedParts(value, show);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [show(key), scrubValue(each, show)]));
}

/**
 * Removes the parts of a URL and a form that HAR lists next to the whole: a secret with an ampersand is split
 * there and can be found only in the whole.
 */
function dropParsedParts(value: Record<string, unknown>, show: Show): void {
  if (typeof value.url === "string" && Array.isArray(value.queryString) && show(value.url) !== value.url) {
    value.queryString = [];
  }
  if (isObject(value.postData)) delete value.postData.params;
}

/** Masks only a number that is a secret as a whole: a viewer needs the times and sizes. */
function scrubNumber(value: number, show: Show): number | string {
  const text = String(value);
  const shown = show(text);
  return text.length >= NUMBER_LENGTH_MIN && /^\P{N}+$/u.test(shown) ? shown : value;
}

/** Shorter numbers occur everywhere. */
const NUMBER_LENGTH_MIN = 4;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
