/** More digits are not exact in a JavaScript number. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Returns a text that is a number as one, so that it equals other spellings of it: 5 and "5.00". */
export function numericValue(text: string): string | number {
  return NUMBER.test(text) && text.length <= 16 ? Number(text) : text;
}
