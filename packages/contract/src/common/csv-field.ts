/** Spreadsheets evaluate a field that starts with one of these. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Writes a text that people chose as a field of CSV (RFC 4180). A formula starts with an apostrophe, so that it is a text. */
export function csvField(text: string): string {
  return csvOwnField(FORMULA_START.test(text) ? `'${text}` : text);
}

/** Writes a text that Vedette itself chose, such as a time or a status. */
export function csvOwnField(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
