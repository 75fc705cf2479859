import type { ReceivedResponse, SentRequest } from "@vedette/contract/runs/run-job.ts";
import type { ResponseHead } from "../http/exchange.ts";
import { hideCredential } from "../http/record/hide-credentials.ts";
import type { ReadBody } from "../http/record/read-body.ts";
import { receivedHeaders, shownBody, shownHeaders } from "../http/record/shown-parts.ts";
import { type HttpRequest, requestHeaders } from "../http/request-headers.ts";
import type { FetchedResponse } from "../http/visit-url.ts";
import type { Show } from "../show.ts";

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
