import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import ipaddr from "ipaddr.js";
import type { ServedPage } from "../../../pipeline/status-pages/served-queries.ts";
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

function isAllowedAddress(networks: readonly string[], text: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some((network) => {
    const [range, bits] = network.includes("/")
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), null] as const);
    if (range.kind() !== address.kind()) return false;
    return address.match(range, bits ?? (range.kind() === "ipv4" ? 32 : 128));
  });
}
