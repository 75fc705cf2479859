/**
 * The formats that are checked: those that monitored APIs use most. Others are annotations, as the draft allows. Source:
 * JSON Schema Validation, draft 2020-12, section 7.3.
 */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  "date-time": (text) =>
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text.slice(0, 10))),
  email: (text) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text),
  ipv4: (text) => /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?=\d)|$)){4}$/.test(text),
  uri: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
};

export function formatViolation(format: string, text: string): string | null {
  const isValid = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return isValid === undefined || isValid(text) ? null : `must have the format ${format}`;
}
