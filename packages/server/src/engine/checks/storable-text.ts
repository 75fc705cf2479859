const NOT_STORABLE = /[\0\ud800-\udfff]/;

/** What PostgreSQL can keep, which refuses NUL and half a surrogate pair. */
export function storableText(text: string): string {
  return NOT_STORABLE.test(text) ? text.replaceAll("\0", "\u{fffd}").toWellFormed() : text;
}
