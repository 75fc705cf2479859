import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ServedPage } from "../../../pipeline/status-pages/served-queries.ts";
import { isAllowedAddress } from "../../../platform/net/networks/ip-allow.ts";
import { hasCookie } from "./page-cookie.ts";

/** Decides whether a visitor may open a page. */

/** `hidden`: as if the page did not exist. The others say what the visitor has to show. */
export type PageAdmission = "granted" | "hidden" | "password" | "members" | "email_domains";

type Visitor = {
  headers: IncomingHttpHeaders;
  address: string;
  /** `?token=…` of a feed, a calendar or the JSON; null elsewhere. */
  token: string | null;
};

export type AccessDeps = {
  secret: string;
  /** Whether the session of these headers belongs to a member of the organization. */
  isMember: (headers: IncomingHttpHeaders, orgId: OrgId) => Promise<boolean>;
};

export async function accessOf(
  { secret, isMember }: AccessDeps,
  page: ServedPage,
  { visit, nowMs }: { visit: Visitor; nowMs: number },
): Promise<PageAdmission> {
  const { headers, address, token } = visit;
  if (!page.published) return (await isMember(headers, page.org_id)) ? "granted" : "hidden";
  if (token !== null && isFeedToken(page, token)) return "granted";
  if (!isAllowedAddress(page.ip_allow, address)) return "hidden";
  if (page.access === "public" || hasCookie(page, headers.cookie, { secret, nowMs })) return "granted";
  if (await isMember(headers, page.org_id)) return "granted";
  return page.access;
}

/** The token is random, so that its plain hash is stored. */
function isFeedToken({ feed_token_hash: stored }: ServedPage, token: string): boolean {
  if (stored === null) return false;
  const hash = Buffer.from(typeof stored === "string" ? stored : stored);
  const given = createHash("sha256").update(token).digest();
  return hash.length === given.length && timingSafeEqual(hash, given);
}
