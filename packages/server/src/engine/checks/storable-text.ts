const NOT_STORABLE = /[\0\ud800-\udfff]/;

/** Returns a text that PostgreSQL accepts: it rejects NUL and half a surrogate pair. */
export function storableText(text: string): string {
  return NOT_STORABLE.test(text) ? text.replaceAll("\0", "\u{fffd}").toWellFormed() : text;
}
