/** Data types of SSH. Pure. Source: RFC 4251, section 5. */

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function sshString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

/** A positive number: without leading zeros, and with one if its first bit is set. */
export function mpint(value: Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const start = bytes.findIndex((byte) => byte !== 0);
  if (start < 0) return uint32(0);
  const significant = bytes.subarray(start);
  const isSigned = (significant[0] ?? 0) >= 0x80;
  return sshString(isSigned ? Buffer.concat([Buffer.alloc(1), significant]) : significant);
}

/** Reads values one after the other; throws a `RangeError` behind the end. */
export class SshReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  uint32(): number {
    const value = this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  /** The bytes of a string or of a number. */
  string(): Buffer {
    const length = this.uint32();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError("the string ends behind the data");
    const value = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return value;
  }

  text(): string {
    return this.string().toString("latin1");
  }

  names(): string[] {
    return this.text().split(",");
  }

  boolean(): boolean {
    const value = this.#bytes.readUInt8(this.#at) !== 0;
    this.#at += 1;
    return value;
  }
}
