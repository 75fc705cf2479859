/** Control characters of both ranges, and the marks that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of others, made harmless for a terminal: a monitor's name could otherwise clear the screen. */
export function printable(text: string): string {
  return text.replace(UNSAFE, "\ufffd");
}

/** For what must stay on its line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\ufffd");
}
