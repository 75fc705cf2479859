import { domainToASCII } from "node:url";

/** The encoded forms in which a value is searched for; escapes are decoded during the search and need no own forms. */

/** Shorter values are masked only as whole words: "a" within other words is not a secret. */
export const WHOLE_WORD_BELOW = 4;
/** Shorter base64 or base32 texts could be part of any word. */
const ENCODED_LENGTH_MIN = 6;

export function formsOf(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed === "") return [];
  return [
    trimmed,
    ...(value === trimmed ? [] : [value]),
    ...onOneLine(trimmed),
    ...privateKeyForms(trimmed),
    ...asciiHost(trimmed),
    ...beforeEncoding(value).flatMap(encodedForms),
    ...basicForms(value),
  ];
}

/** Encoded content is often a document that contains the value, such as the claims of a JWT. */
function beforeEncoding(value: string): string[] {
  const trimmed = value.trim();
  return [...new Set([value, trimmed, JSON.stringify(trimmed).slice(1, -1)])];
}

/** OAuth 2 form-encodes the credentials of a client before they become Basic. Source: RFC 6749, section 2.3.1. */
function basicForms(value: string): string[] {
  const asForm = new URLSearchParams({ "": value }).toString().slice(1);
  const asPart = encodeURIComponent(value.toWellFormed());
  return [...new Set([asForm, asPart])]
    .filter((text) => text !== value)
    .flatMap((text) => base64Forms(Buffer.from(text)));
}

function encodedForms(text: string): string[] {
  const bytes = Buffer.from(text);
  const others = text.length < WHOLE_WORD_BELOW ? [] : [bytes.toString("hex"), ...base32Forms(bytes)];
  return [...base64Forms(bytes), ...doubleBase64Forms(bytes), ...others];
}

/** A single-line field drops the line breaks of a value. */
function onOneLine(value: string): string[] {
  const line = value.replaceAll(/[\r\n]+/g, "");
  return line === value ? [] : [line];
}

/**
 * The lines of private keys in PEM, each alone and all joined: an error may quote one line, and other formats contain the
 * same base64 without the lines around it. A line break may be written as in JSON.
 */
function privateKeyForms(value: string): string[] {
  return [...value.matchAll(PRIVATE_KEY)].flatMap(([, body = ""]) => {
    const lines = body.split(LINE_BREAK).filter((line) => BASE64_LINE.test(line));
    return [...lines, lines.join("")].filter((text) => text.length >= KEY_LINE_LENGTH_MIN);
  });
}

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*KEY-----(.*?)(?:-----END|$)/gs;
const LINE_BREAK = /(?:\s|\\r|\\n)+/;
const BASE64_LINE = /^[A-Za-z0-9+/=]+$/;
/** The last line of a key may be shorter: it could be part of another word, and reveals little. */
const KEY_LINE_LENGTH_MIN = 8;

/** A value in the host of a URL appears in its ASCII form. */
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

/** Base64 of base64, each at any alignment, for example in a Basic credential that contains an encoded key. */
function doubleBase64Forms(bytes: Buffer): string[] {
  return base64Cores(bytes)
    .filter((core) => core.length >= ENCODED_LENGTH_MIN)
    .flatMap((core) => base64Cores(Buffer.from(core)))
    .filter((text) => text.length >= ENCODED_LENGTH_MIN);
}

/**
 * Returns the base64 characters that depend on the value alone, for each of the three offsets in a group of bytes at
 * which it can start.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

/** The same for base32, whose groups have five bytes; plus the value alone, including its last character. */
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
