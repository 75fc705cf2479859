import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import {
  KEPT_HEADER_NAME_MAX,
  KEPT_HEADER_VALUE_MAX,
  KEPT_HEADERS_MAX,
  type KeptResponse,
} from "@vedette/contract/checks/kept-response.ts";
import { maskerOf } from "../../../../platform/masking/mask.ts";
import type { CheckTry } from "../../check-try.ts";
import { inverted } from "../../invert.ts";
import type { Show } from "../../show.ts";
import { storableText } from "../../storable-text.ts";
import type { ResponseHead } from "../exchange.ts";
import type { FetchedResponse } from "../visit-url.ts";
import { readBody } from "./read-body.ts";
import { receivedHeaders, shownBody, shownHeaders } from "./shown-parts.ts";

/**
 * Adds the response to a try if its `keepBody` asks for it and the server responded. Secrets are masked here and not with
 * the rest of the outcome, because a text must be masked before it is cut.
 */
export async function withKeptResponse(
  spec: HttpCheckSpec,
  response: FetchedResponse,
  found: CheckTry,
): Promise<CheckTry> {
  const { head } = response;
  if (head === null || spec.keepBody === undefined) return found;
  const { error } = spec.invert ? inverted(found) : found;
  if (spec.keepBody === "on_failure" && error === null) return found;
  return { ...found, kept: await keptResponse(spec, response, head) };
}

async function keptResponse(
  { mask }: HttpCheckSpec,
  { body, error }: FetchedResponse,
  head: ResponseHead,
): Promise<KeptResponse> {
  const hide = maskerOf(mask);
  const show: Show = (text, lengthMax) => storableText(hide(text, lengthMax));
  const read = body && (await readBody(body, head, { wholeText: false, isPartial: error !== null }));
  return {
    headers: withinLimits(shownHeaders(receivedHeaders(head), show)),
    ...shownBody(read?.isText ? read.text : null, { isCut: read?.isCut ?? false }, show),
  };
}

function withinLimits(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).slice(0, KEPT_HEADERS_MAX);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.slice(0, KEPT_HEADER_NAME_MAX).toWellFormed(),
      value.slice(0, KEPT_HEADER_VALUE_MAX).toWellFormed(),
    ]),
  );
}
