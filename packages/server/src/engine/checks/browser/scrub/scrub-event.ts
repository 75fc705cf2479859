import type { Show } from "../../api/show-text.ts";

/** A line of a trace is one event as JSON. Its texts are masked one by one, so that it stays JSON. */
export function scrubEvent(line: string, show: Show): string {
  const masked = show(line);
  if (masked === line && !line.includes(COVERS) && !line.includes(NESTED)) return line;
  try {
    const event: unknown = JSON.parse(line);
    dropCovers(event);
    return JSON.stringify(scrubValue(event, show));
  } catch (error) {
    // No JSON, or nested deeper than the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return masked;
    throw error;
  }
}

/** What a screenshot covers: selectors, which a viewer does not show. */
const COVERS = '"mask":';
/** A text that was escaped more often than the masker undoes in the line as a whole. */
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
 * What HAR lists of a URL and of a form beside the whole: a secret with an ampersand stands there in parts, which
 * are found in the whole only.
 */
function dropParsedParts(value: Record<string, unknown>, show: Show): void {
  if (typeof value.url === "string" && Array.isArray(value.queryString) && show(value.url) !== value.url) {
    value.queryString = [];
  }
  if (isObject(value.postData)) delete value.postData.params;
}

/** Only one that is a secret as a whole: a viewer needs its times and sizes. */
function scrubNumber(value: number, show: Show): number | string {
  const text = String(value);
  const shown = show(text);
  return text.length >= NUMBER_LENGTH_MIN && /^\P{N}+$/u.test(shown) ? shown : value;
}

/** Shorter numbers are everywhere. */
const NUMBER_LENGTH_MIN = 4;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
