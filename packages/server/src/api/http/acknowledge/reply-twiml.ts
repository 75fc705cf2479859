/** TwiML documents that answer a reply or a key. */

const TEXT_LENGTH_MAX = 300;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** An SMS to the sender; null for none. */
export function messageTwiml(text: string | null): string {
  return `${HEAD}<Response>${text === null ? "" : `<Message>${escapeText(text)}</Message>`}</Response>`;
}

export function sayTwiml(text: string): string {
  return `${HEAD}<Response><Say>${escapeText(text)}</Say></Response>`;
}

function escapeText(text: string): string {
  return text
    .slice(0, TEXT_LENGTH_MAX)
    .toWellFormed()
    .replaceAll(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
