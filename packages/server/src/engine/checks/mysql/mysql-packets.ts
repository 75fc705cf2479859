/**
 * Packets of the protocol of MySQL and MariaDB. Pure. Source:
 * https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html
 */

/** Length and sequence number. */
export const PACKET_HEADER_BYTES = 4;

const CLIENT_LONG_PASSWORD = 1;
const CLIENT_CONNECT_WITH_DB = 1 << 3;
const CLIENT_PROTOCOL_41 = 1 << 9;
export const CLIENT_SSL = 1 << 11;
const CLIENT_TRANSACTIONS = 1 << 13;
const CLIENT_SECURE_CONNECTION = 1 << 15;
const CLIENT_PLUGIN_AUTH = 1 << 19;
/** Not among them: local files, several statements. A server can ask for neither. */
const CAPABILITIES =
  CLIENT_LONG_PASSWORD |
  CLIENT_PROTOCOL_41 |
  CLIENT_TRANSACTIONS |
  CLIENT_SECURE_CONNECTION |
  CLIENT_PLUGIN_AUTH;
const PACKET_BYTES_MAX = 1_048_576;
const CHARSET_UTF8MB4 = 45;

export function packet(sequence: number, content: Buffer): Buffer {
  const header = Buffer.alloc(PACKET_HEADER_BYTES);
  header.writeUIntLE(content.length, 0, 3);
  header[3] = sequence;
  return Buffer.concat([header, content]);
}

export type Greeting = { version: string; capabilities: number; salt: Buffer; plugin: string };

/** Returns the greeting of a server; null if it is not one of version 10. */
export function readGreeting(content: Buffer): Greeting | null {
  const versionEnd = content.indexOf(0, 1);
  // After the version: the number of the thread (4 bytes), the first part of the salt (8), a filler (1).
  const at = versionEnd + 1 + 4;
  if (content[0] !== 10 || versionEnd < 0 || content.length < at + 8 + 1 + 2) return null;
  const version = content.toString("utf8", 1, versionEnd);
  const lower = content.readUInt16LE(at + 9);
  const first = content.subarray(at, at + 8);
  // Then: the character set (1), the status (2), the upper capabilities (2), the length of the salt (1), a filler (10).
  const rest = at + 11 + 1 + 2 + 2 + 1 + 10;
  if (content.length < rest)
    return { version, capabilities: lower, salt: first, plugin: "mysql_native_password" };
  const capabilities = (lower | (content.readUInt16LE(at + 14) << 16)) >>> 0;
  const secondEnd = rest + Math.max(13, (content[at + 16] ?? 0) - 8);
  const second = content.subarray(rest, secondEnd - 1);
  const plugin = content
    .subarray(secondEnd)
    .toString("latin1")
    .replace(/\0[\s\S]*$/, "");
  return {
    version,
    capabilities,
    salt: Buffer.concat([first, second]),
    plugin: plugin === "" ? "mysql_native_password" : plugin,
  };
}

/** The first 32 bytes of an answer to the greeting; alone they ask for TLS. */
export function answerStart(extraCapabilities: number): Buffer {
  const start = Buffer.alloc(32);
  start.writeUInt32LE((CAPABILITIES | extraCapabilities) >>> 0, 0);
  start.writeUInt32LE(PACKET_BYTES_MAX, 4);
  start[8] = CHARSET_UTF8MB4;
  return start;
}

type Answer = { user: string; response: Buffer; database?: string; plugin: string; isSecure: boolean };

/** The answer to the greeting. */
export function loginAnswer({ user, response, database, plugin, isSecure }: Answer): Buffer {
  const extra = (isSecure ? CLIENT_SSL : 0) | (database === undefined ? 0 : CLIENT_CONNECT_WITH_DB);
  return Buffer.concat([
    answerStart(extra),
    terminated(user),
    Buffer.from([response.length]),
    response,
    ...(database === undefined ? [] : [terminated(database)]),
    terminated(plugin),
  ]);
}

export function terminated(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

export type MysqlError = { code: number; state: string; message: string };

/** Reads the packet of an error, which begins with 0xff. Before the login it has no state. */
export function readError(content: Buffer): MysqlError {
  const code = content.length < 3 ? 0 : content.readUInt16LE(1);
  const hasState = content[3] === 0x23;
  const state = hasState ? content.toString("latin1", 4, 9) : "";
  return { code, state, message: content.toString("utf8", hasState ? 9 : 3) };
}

/** Reads values one after the other. `isMalformed` says that one ended after the packet. */
export class PacketReader {
  readonly #content: Buffer;
  #at: number;
  #isMalformed = false;

  constructor(content: Buffer, at = 0) {
    this.#content = content;
    this.#at = at;
  }

  get isMalformed(): boolean {
    return this.#isMalformed;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#content.length;
  }

  /** A length; null for NULL. */
  length(): number | null {
    const first = this.#byte();
    if (first === 0xfb) return null;
    if (first < 0xfb) return first;
    const bytes = { 252: 2, 253: 3, 254: 8 }[first];
    if (bytes === undefined || this.#at + bytes > this.#content.length) return this.#fail();
    const value =
      bytes === 8
        ? Number(this.#content.readBigUInt64LE(this.#at))
        : this.#content.readUIntLE(this.#at, bytes);
    this.#at += bytes;
    return value;
  }

  /** A text with its length before it; null for NULL. */
  text(): string | null {
    const length = this.length();
    if (length === null) return null;
    if (this.#at + length > this.#content.length) {
      this.#fail();
      return "";
    }
    const text = this.#content.toString("utf8", this.#at, this.#at + length);
    this.#at += length;
    return text;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  #byte(): number {
    const value = this.#content[this.#at];
    this.#at += 1;
    return value ?? this.#fail();
  }

  #fail(): 0 {
    this.#isMalformed = true;
    return 0;
  }

  /** One byte. */
  byte(): number {
    return this.#byte();
  }
}
