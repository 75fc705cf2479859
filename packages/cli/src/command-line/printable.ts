/** Control characters of both ranges, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes untrusted text safe for a terminal: a monitor name could otherwise clear the screen. */
export function printable(text: string): string {
  return text.replace(UNSAFE, "\ufffd");
}

/** Like `printable`, for text that must stay on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\ufffd");
}
