const BASE64 = "base64:";
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|([rnt0\\])|[\s\S]?)/g;
const PLAIN: Readonly<Record<string, string>> = { r: "\r", n: "\n", t: "\t", "0": "\0", "\\": "\\" };

/** Returns why a text to send is not valid; null if it is. A text with variables is validated with their values. */
export function payloadError(text: string): string | null {
  if (text.startsWith(BASE64)) {
    const isValid = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(
      text.slice(BASE64.length),
    );
    return isValid ? null : "must be base64 after 'base64:'";
  }
  const wrong = [...text.matchAll(ESCAPE)].find(([, hex, name]) => hex === undefined && name === undefined);
  return wrong === undefined
    ? null
    : `has an unknown escape, '${wrong[0]}'; use \\r, \\n, \\t, \\0, \\xHH or \\\\`;
}

/** Returns the bytes of a text to send: its escapes replaced, and otherwise as UTF-8. */
export function payloadBytes(text: string): Uint8Array {
  if (text.startsWith(BASE64)) {
    return Uint8Array.from(atob(text.slice(BASE64.length)), (character) => character.charCodeAt(0));
  }
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  let at = 0;
  for (const match of text.matchAll(ESCAPE)) {
    bytes.push(...encoder.encode(text.slice(at, match.index)));
    const [all, hex, name = ""] = match;
    if (hex === undefined) bytes.push(...encoder.encode(PLAIN[name] ?? all));
    else bytes.push(Number.parseInt(hex, 16));
    at = match.index + all.length;
  }
  bytes.push(...encoder.encode(text.slice(at)));
  return Uint8Array.from(bytes);
}
