import { FINGERPRINT_TEXT_MAX, type Fingerprint } from "@vedette/contract/changes/fingerprint.ts";
import type { JsonValue } from "@vedette/contract/json-path/json-path-model.ts";
import { type Masker, maskerOf } from "../../../../platform/masking/mask.ts";
import { storableText } from "../../storable-text.ts";
import { isRedirect } from "../redirect.ts";
import type { FetchedResponse } from "../visit-url.ts";
import { bodyKeys } from "./body-keys.ts";
import { serverHeaders } from "./server-headers.ts";

type Seen = Pick<FetchedResponse, "head" | "addresses" | "redirects" | "redirectUrl">;

/**
 * The fingerprint of a response. Every check makes one, so it reads only what the check has anyway. An error page of a
 * server (5xx) says nothing of the servers behind it and is left out.
 */
export function httpFingerprint(
  seen: Seen,
  { mask, document }: { mask: readonly string[] | undefined; document?: JsonValue | undefined },
): Fingerprint {
  const { head, addresses } = seen;
  const fingerprint: Fingerprint = {};
  if (addresses !== null) fingerprint.addresses = addresses.length < 2 ? addresses : addresses.toSorted();
  if (head === null || head.statusCode >= 500) return fingerprint;
  const hide = maskerOf(mask);
  fingerprint.headers = shortText(serverHeaders(head), hide);
  fingerprint.redirects = shortText(redirectText(seen), hide);
  fingerprint.httpVersion = head.httpVersion;
  if (document !== undefined) fingerprint.bodyKeys = shortText(bodyKeys(document), hide);
  return fingerprint;
}

function redirectText({ head, redirects, redirectUrl }: Seen): string {
  const isUnfollowed = head !== null && isRedirect(head.statusCode) && redirectUrl !== null;
  if (redirects.length === 0 && !isUnfollowed) return "";
  const followed = redirects.map(({ statusCode, url }) => `${statusCode} ${withoutQuery(url)}`);
  const last = isUnfollowed ? URL.parse(redirectUrl) : null;
  return [...followed, ...(last === null ? [] : [`${head?.statusCode} ${withoutQuery(last)}`])].join(", ");
}

/** A query often has a value of its own for each request. */
function withoutQuery({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** Most texts are empty or short, and need nothing. Masked before it is cut, so that no half of a secret stays. */
function shortText(text: string, hide: Masker): string {
  return text === "" ? text : storableText(hide(text, FINGERPRINT_TEXT_MAX));
}
