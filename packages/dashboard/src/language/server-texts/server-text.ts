import { LANGUAGE } from "../language.ts";
import { createServerTexts, type TranslateServerText } from "./server-texts.ts";

/** Translates a text of the server, such as the cause of a failed check. One without a translation stays English. */
export const serverText: TranslateServerText = LANGUAGE === "de" ? await germanTexts() : (text) => text;

async function germanTexts(): Promise<TranslateServerText> {
  const { GERMAN_SERVER_TEXTS } = await import("./german-server-texts.ts");
  return createServerTexts(GERMAN_SERVER_TEXTS);
}
