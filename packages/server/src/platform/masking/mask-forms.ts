import { domainToASCII } from "node:url";

/** The writings in which a value is searched for; escapes are undone during the search and need no forms of their own. */

/** Shorter values are hidden as whole words only: "a" within other words is no secret. */
export const WHOLE_WORD_BELOW = 4;
/** Fewer characters of base64 or base32 could be part of any word. */
const ENCODED_LENGTH_MIN = 6;

export function formsOf(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed === "") return [];
  return [
    trimmed,
    ...(value === trimmed ? [] : [value]),
    ...onOneLine(trimmed),
    ...asciiHost(trimmed),
    ...beforeEncoding(value).flatMap(encodedForms),
  ];
}

/** What is encoded is often a document that carries the value, such as the claims of a JWT. */
function beforeEncoding(value: string): string[] {
  const trimmed = value.trim();
  return [...new Set([value, trimmed, JSON.stringify(trimmed).slice(1, -1)])];
}

function encodedForms(text: string): string[] {
  const bytes = Buffer.from(text);
  const others = text.length < WHOLE_WORD_BELOW ? [] : [bytes.toString("hex"), ...base32Forms(bytes)];
  return [...base64Forms(bytes), ...doubleBase64Forms(bytes), ...others];
}

/** A field of one line takes a value without its line breaks. */
function onOneLine(value: string): string[] {
  const line = value.replaceAll(/[\r\n]+/g, "");
  return line === value ? [] : [line];
}

/** A value in the host of a URL appears as that is looked up. */
function asciiHost(value: string): string[] {
  const ascii = domainToASCII(value);
  return ascii.length < WHOLE_WORD_BELOW || ascii === value.toLowerCase() ? [] : [ascii];
}

function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString("base64").replaceAll("=", "");
  return [whole, ...base64Cores(bytes)]
    .filter((text) => text.length >= ENCODED_LENGTH_MIN)
    .flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** Base64 of base64, each at any alignment, as in a Basic credential that carries an encoded key. */
function doubleBase64Forms(bytes: Buffer): string[] {
  return base64Cores(bytes)
    .filter((core) => core.length >= ENCODED_LENGTH_MIN)
    .flatMap((core) => base64Cores(Buffer.from(core)))
    .filter((text) => text.length >= ENCODED_LENGTH_MIN);
}

/**
 * The characters of base64 that a value alone decides, for each of the three places in a group of bytes
 * at which it can begin.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

/** The same for base32, whose groups have five bytes; and the value alone, to its last character. */
function base32Forms(bytes: Buffer): string[] {
  const cores = [0, 1, 2, 3, 4].map((offset) => {
    const text = base32(Buffer.concat([Buffer.alloc(offset), bytes]));
    return text.slice(Math.ceil((offset * 8) / 5), Math.floor(((offset + bytes.length) * 8) / 5));
  });
  return [base32(bytes), ...cores].filter((text) => text.length >= ENCODED_LENGTH_MIN);
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, section 6, without padding. */
function base32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((pending >> bits) & 31);
    }
  }
  return bits === 0 ? text : text + BASE32.charAt((pending << (5 - bits)) & 31);
}
