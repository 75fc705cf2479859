/**
 * The subset of DER that is needed to write a certificate. Source: ITU-T X.690. Node signs but does not issue
 * certificates, and libraries that do have twenty dependencies or their own cryptography.
 */

export function sequence(...parts: Buffer[]): Buffer {
  return value(0x30, ...parts);
}

export function set(...parts: Buffer[]): Buffer {
  return value(0x31, ...parts);
}

/** A positive integer, most significant byte first. */
export function integer(bytes: Buffer): Buffer {
  return value(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

export function boolean(isTrue: boolean): Buffer {
  return value(0x01, Buffer.of(isTrue ? 0xff : 0));
}

export function bitString(bytes: Buffer): Buffer {
  return value(0x03, Buffer.of(0), bytes);
}

export function octetString(bytes: Buffer): Buffer {
  return value(0x04, bytes);
}

export function utf8String(text: string): Buffer {
  return value(0x0c, Buffer.from(text));
}

/** A date before 2050. Source: RFC 5280, section 4.1.2.5.1. */
export function utcTime(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return value(0x17, Buffer.from(digits.slice(2)));
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A value with a context-specific tag: 0 for `[0]`. `isNested` if it contains complete values. */
export function tagged(number: number, isNested: boolean, content: Buffer): Buffer {
  return value((isNested ? 0xa0 : 0x80) + number, content);
}

function value(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function base128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
