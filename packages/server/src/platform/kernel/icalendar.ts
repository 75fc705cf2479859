/** The text format of iCalendar, RFC 5545. */

/** Joins lines, and breaks those that are too long. */
export function formatCalendar(lines: readonly string[]): string {
  return lines.map((line) => `${broken(line)}\r\n`).join("");
}

/** Formats an instant in UTC. */
export function calendarTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

/** Escapes a text, RFC 5545, section 3.3.11. Control characters are not allowed. */
export function calendarText(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/\p{Cc}/gu, "");
}

/** Lines have at most 75 octets; a longer one continues after a space. RFC 5545, section 3.1. */
const LINE_BYTES_MAX = 75;

function broken(line: string): string {
  let result = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES_MAX) {
      result += "\r\n ";
      bytes = 1;
    }
    result += character;
    bytes += size;
  }
  return result;
}
