import apiErrors from "./german-api-errors.json" with { type: "json" };
import checkErrors from "./german-check-errors.json" with { type: "json" };
import fieldErrors from "./german-field-errors.json" with { type: "json" };
import type { ServerTexts } from "./server-texts.ts";

/** German texts of the server, by their English templates. */
export const GERMAN_SERVER_TEXTS: ServerTexts = { ...apiErrors, ...checkErrors, ...fieldErrors };
