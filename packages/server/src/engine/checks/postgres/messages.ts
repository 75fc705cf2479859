/**
 * Messages of PostgreSQL's protocol, version 3.0. Pure. Source:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

/** Asks for TLS before the start. */
export const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const PROTOCOL_VERSION = 196_608;
/** Type and length. */
export const MESSAGE_HEADER_BYTES = 5;

/** Returns a message: its type, its length, its content. */
export function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const header = Buffer.alloc(MESSAGE_HEADER_BYTES);
  header.write(type, 0, "latin1");
  header.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([header, content]);
}

/** Returns a text that ends with NUL. */
export function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

/** Returns the first message, which has no type. */
export function startupMessage(parameters: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]);
  const content = Buffer.concat([int32(PROTOCOL_VERSION), ...pairs, Buffer.alloc(1)]);
  return Buffer.concat([int32(content.length + 4), content]);
}

/** A statement whose result is not read. It may be several statements, so it must not contain a text of the user. */
export function simpleQuery(sql: string): Buffer {
  return message("Q", text(sql));
}

/** One statement, up to so many rows. The extended protocol rejects a second statement. */
export function singleQuery(sql: string, rowsMax: number): Buffer {
  return Buffer.concat([
    message("P", text(""), text(sql), int16(0)),
    // No parameters, and all results as text.
    message("B", text(""), text(""), int16(0), int16(0), int16(0)),
    message("D", Buffer.from("P"), text("")),
    message("E", text(""), int32(rowsMax)),
    message("S"),
  ]);
}

export const TERMINATE = message("X");

/** Returns the fields of an error or a notice, by their code: `C` is the SQLSTATE, `M` the message. */
export function readFields(content: Buffer): Map<string, string> {
  const fields = content.toString().split("\0");
  return new Map(fields.filter((field) => field !== "").map((field) => [field.charAt(0), field.slice(1)]));
}

/** Returns the type of the first column of a row description; null without columns, undefined if it is malformed. */
export function firstColumnType(content: Buffer): number | null | undefined {
  if (content.length < 2) return undefined;
  if (content.readInt16BE(0) === 0) return null;
  const end = content.indexOf(0, 2);
  // After the name: the table (4 bytes), the number of its column (2), the type (4).
  const at = end + 1 + 6;
  return end < 0 || content.length < at + 4 ? undefined : content.readInt32BE(at);
}

/** Returns the cells of a row as text; null if it is malformed. */
export function readRow(content: Buffer): (string | null)[] | null {
  if (content.length < 2) return null;
  const cells: (string | null)[] = [];
  let at = 2;
  for (let left = content.readInt16BE(0); left > 0; left -= 1) {
    if (content.length < at + 4) return null;
    const length = content.readInt32BE(at);
    at += 4;
    if (length < -1 || at + length > content.length) return null;
    cells.push(length === -1 ? null : content.toString("utf8", at, at + length));
    at += Math.max(0, length);
  }
  return cells;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
