/** Control characters except tabs and line breaks have no meaning on a page and are invalid in feeds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/u;
export const isPlainText = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed();
export const PLAIN_TEXT_ERROR = "must not contain control characters";
