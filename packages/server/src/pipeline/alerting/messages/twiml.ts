import { oneLine } from "./plain-text.ts";
import { TWIML_LENGTH_MAX } from "./twilio.ts";

/** Spoken text in characters; about a minute. */
const SPOKEN_LENGTH_MAX = 800;
/** Seconds to wait for a key after the text was spoken. */
const KEY_TIMEOUT_SECONDS = 8;

/** A TwiML document that speaks a text, and with `action` posts the key that was pressed to that URL. */
export function twimlOf({
  text,
  action = null,
  times = 2,
}: {
  text: string;
  action?: string | null;
  /** How often the text is spoken. */
  times?: number;
}): string {
  const say = `<Say loop="${times}">${escapeXml(oneLine(text, SPOKEN_LENGTH_MAX))}</Say>`;
  const content =
    action === null
      ? say
      : `<Gather input="dtmf" numDigits="1" timeout="${KEY_TIMEOUT_SECONDS}" method="POST" action="${escapeXml(action)}">${say}</Gather><Say>Goodbye.</Say>`;
  const document = `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
  // Escaping can make a text up to six times as long.
  return document.length <= TWIML_LENGTH_MAX || text === ""
    ? document
    : twimlOf({ text: text.slice(0, Math.floor(text.length / 2)), action, times });
}

function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
