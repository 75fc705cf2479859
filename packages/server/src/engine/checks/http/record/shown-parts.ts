import { STEP_BODY_LENGTH_MAX } from "@vedette/contract/runs/run-job.ts";
import type { Show } from "../../show.ts";
import type { ResponseHead } from "../exchange.ts";
import { hideCredential } from "./hide-credentials.ts";

/** The headers and the body of a message as they are stored and shown. */

/** Returns the headers of a response, with their credentials hidden. */
export function receivedHeaders({ headers }: ResponseHead): [string, string][] {
  const received: [string, string][] = [];
  for (const name in headers) {
    const value = headers[name];
    // HTTP/2 lists the status among the headers.
    if (value === undefined || name.startsWith(":")) continue;
    const text =
      typeof value === "string"
        ? hideCredential(name, value)
        : value.map((each) => hideCredential(name, each)).join(", ");
    received.push([name, text]);
  }
  return received;
}

/** All headers are searched as one text first: they rarely contain anything to hide. */
export function shownHeaders(headers: readonly [string, string][], show: Show): Record<string, string> {
  let text = "";
  for (const [name, value] of headers) text += `${name}\n${value}\n`;
  if (show(text) === text) return Object.fromEntries(headers);
  return Object.fromEntries(headers.map(([name, value]) => [show(name), show(value)]));
}

/** Returns the beginning of a body; `isCut` if `text` is not all of it. */
export function shownBody(text: string | null, { isCut }: { isCut: boolean }, show: Show) {
  if (text === null || text === "") return { body: null, isBodyCut: isCut };
  // The ellipsis marks for the masker that a value at the end may be the beginning of a secret.
  const whole = isCut ? `${text.replace(/\u{fffd}+$/u, "")}…` : text;
  const shown = show(whole, STEP_BODY_LENGTH_MAX + 1);
  const isLonger = shown.length > STEP_BODY_LENGTH_MAX;
  return {
    body: isLonger ? shown.slice(0, STEP_BODY_LENGTH_MAX).toWellFormed() : shown,
    isBodyCut: isCut || isLonger,
  };
}
