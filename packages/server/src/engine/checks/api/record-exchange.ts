import {
  type ReceivedResponse,
  type SentRequest,
  STEP_BODY_LENGTH_MAX,
} from "@vedette/contract/runs/run-job.ts";
import type { ResponseHead } from "../http/exchange.ts";
import { type HttpRequest, requestHeaders } from "../http/request-headers.ts";
import type { FetchedResponse } from "../http/visit-url.ts";
import { hideCredential } from "./hide-credentials.ts";
import type { ReadBody } from "./read-body.ts";
import type { Show } from "./show-text.ts";

/** Returns the request as it is stored. */
export function recordRequest(sent: HttpRequest, body: string | null, show: Show): SentRequest {
  const fields = requestHeaders(sent);
  const headers: [string, string][] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? "";
    headers.push([name, hideCredential(name, fields[index + 1] ?? "")]);
  }
  return {
    method: sent.method,
    url: show(addressOf(sent.url)),
    headers: shownHeaders(headers, show),
    ...shownBody(body, { isCut: false }, show),
  };
}

/** Returns the response as it is stored; `read` is null if its body was not read. */
export function recordResponse(
  { response, head, redirects }: { response: FetchedResponse; head: ResponseHead; redirects: number },
  read: ReadBody | null,
  show: Show,
): ReceivedResponse {
  const { ip, tls } = response;
  const body = read?.isText ? read.text : null;
  return {
    statusCode: head.statusCode,
    headers: shownHeaders(receivedHeaders(head), show),
    ...shownBody(body, { isCut: read?.isCut ?? false }, show),
    bodyBytes: read?.bytes ?? null,
    redirects,
    // An IP address cannot contain a mask, so a secret one is removed.
    ip: ip !== null && show(ip) === ip ? ip : null,
    tls: tls && { ...tls, issuer: tls.issuer === null ? null : show(tls.issuer) },
    timings: response.timings,
  };
}

/** Returns the URL without its fragment, which is not sent. */
export function addressOf(url: URL): string {
  return url.hash === "" ? url.href : url.href.slice(0, -url.hash.length);
}

function receivedHeaders({ headers }: ResponseHead): [string, string][] {
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
function shownHeaders(headers: readonly [string, string][], show: Show): Record<string, string> {
  let text = "";
  for (const [name, value] of headers) text += `${name}\n${value}\n`;
  if (show(text) === text) return Object.fromEntries(headers);
  return Object.fromEntries(headers.map(([name, value]) => [show(name), show(value)]));
}

function shownBody(text: string | null, { isCut }: { isCut: boolean }, show: Show) {
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
