/** The basic encoding rules of ASN.1, as far as LDAP and SNMP use them. Pure. Source: X.690; RFC 4511, section 5.1. */

export const BER = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  none: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  sequence: 0x30,
} as const;

/** Returns a value with its tag and its length. */
export function ber(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = [length >> 16, (length >> 8) & 0xff, length & 0xff].slice(
    length > 0xffff ? 0 : length > 0xff ? 1 : 2,
  );
  const head = length < 0x80 ? [length] : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

export function berText(text: string, tag: number = BER.octets): Buffer {
  return ber(tag, Buffer.from(text));
}

/** A number from 0 to 2^31 - 1. */
export function berNumber(value: number, tag: number = BER.integer): Buffer {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.unshift(left & 0xff);
    left = Math.floor(left / 256);
  } while (left > 0);
  // The first bit is the sign.
  if ((bytes[0] ?? 0) >= 0x80) bytes.unshift(0);
  return ber(tag, Buffer.from(bytes));
}

export function berBoolean(value: boolean): Buffer {
  return ber(BER.boolean, Buffer.from([value ? 0xff : 0]));
}

export type BerValue = { tag: number; content: Buffer; end: number };

/** Returns the value at a position; null if it is malformed or cut. */
export function readBer(bytes: Buffer, at = 0): BerValue | null {
  const tag = bytes[at];
  const head = readLength(bytes, at + 1);
  if (tag === undefined || head === null) return null;
  const end = head.end + head.length;
  return end > bytes.length ? null : { tag, content: bytes.subarray(head.end, end), end };
}

/** The length of a value, in at most four bytes; null if more bytes are needed or if it has another form. */
export function readLength(bytes: Buffer, at: number): { length: number; end: number } | null {
  const first = bytes[at];
  if (first === undefined) return null;
  if (first < 0x80) return { length: first, end: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4 || at + 1 + count > bytes.length) return null;
  return { length: bytes.readUIntBE(at + 1, count), end: at + 1 + count };
}

/** Returns a small number; null if the value is not one. */
export function numberIn({ content }: BerValue): number | null {
  return content.length === 0 || content.length > 4 ? null : content.readIntBE(0, content.length);
}

/** Returns the values within a value; null if one of them is malformed. */
export function readAllBer(content: Buffer): BerValue[] | null {
  const values: BerValue[] = [];
  for (let at = 0; at < content.length; ) {
    const value = readBer(content, at);
    if (value === null) return null;
    values.push(value);
    at = value.end;
  }
  return values;
}

/** Encodes an object identifier, such as 1.3.6.1. Source: X.690, section 8.19. */
export function berOid(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return ber(BER.oid, Buffer.from(bytes));
}

/** Returns an object identifier as text. */
export function oidIn({ content }: BerValue): string {
  const parts: number[] = [];
  let part = 0;
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    parts.push(part);
    part = 0;
  }
  const [head = 0, ...rest] = parts;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join(".");
}
