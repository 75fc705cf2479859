import type { FetchJson } from "../../../platform/net/fetch-json.ts";
import type { DnsRecords } from "../../../platform/net/probes/dns-records.ts";
import type { PageAddresses } from "../page-url.ts";

/**
 * Checks whether a host name belongs to a page: that its DNS records lead to this server, and that this server answers
 * at the name with the page's token. Knows no database.
 */
export type DomainCheckDeps = {
  dns: DnsRecords;
  fetch: FetchJson;
  addresses: PageAddresses;
  /**
   * Whether strangers can create pages on this server. Then the owner of the name must have named the page in DNS, or
   * one customer could claim the name that another one has pointed here.
   */
  needsProof: boolean;
};

export type ClaimedPageDomain = { host: string; slug: string; publicId: string; token: string };

export type DomainFinding = {
  /** Whether the name leads to this server, so that a certificate can be requested. */
  dnsOk: boolean;
  /** Null: verified. */
  error: string | null;
};

/** The path at which a page answers with its token, at a domain that it claims. */
export const DOMAIN_TOKEN_PATH = "/.well-known/vedette-page";
/** The name of the TXT record that names the page. */
export const proofName = (host: string): string => `_vedette-page.${host}`;

export async function checkDomain(deps: DomainCheckDeps, domain: ClaimedPageDomain): Promise<DomainFinding> {
  let dnsOk = false;
  try {
    const records = await readRecords(deps, domain);
    dnsOk = records.leadsHere;
    if (records.addresses.length === 0 && records.cnames.length === 0)
      return {
        dnsOk,
        error: `${domain.host} has no CNAME, A or AAAA record. Create one, and wait until it is known.`,
      };
    if (deps.needsProof && !records.isProven)
      return {
        dnsOk: false,
        error: `${domain.host} does not name this page in DNS. Create the TXT record ${proofName(domain.host)} with the value ${domain.token}.`,
      };
    return { dnsOk, error: await tokenError(deps.fetch, domain) };
  } catch (error) {
    return { dnsOk, error: error instanceof Error ? error.message : String(error) };
  }
}

type Records = { cnames: string[]; addresses: string[]; leadsHere: boolean; isProven: boolean };

async function readRecords(
  { dns, addresses, needsProof }: DomainCheckDeps,
  domain: ClaimedPageDomain,
): Promise<Records> {
  const { host, slug, token } = domain;
  const cnames = (await dns.cname(host)).map((name) => name.toLowerCase().replace(/\.$/, ""));
  const found = await dns.addresses(host);
  const own = ownHosts(addresses, slug);
  const ownAddresses = (await Promise.all(own.map((name) => dns.addresses(name)))).flat();
  // Without a public name of its own, this server cannot know its addresses.
  const isComparable = ownAddresses.length > 0;
  const leadsHere =
    cnames.some((name) => own.includes(name)) ||
    (isComparable ? found.some((address) => ownAddresses.includes(address)) : found.length > 0);
  const pageHost = addresses.statusDomain === null ? null : `${slug}.${addresses.statusDomain}`;
  const isNamed = pageHost !== null && cnames.includes(pageHost);
  const isProven = isNamed || (needsProof && (await dns.txt(proofName(host))).includes(token));
  return { cnames, addresses: found, leadsHere, isProven };
}

/** The names under which this server serves the page. */
export function ownHosts({ publicUrl, statusDomain }: PageAddresses, slug: string): string[] {
  return [
    ...(statusDomain === null ? [] : [`${slug}.${statusDomain}`]),
    ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
  ];
}

/** A proxy usually redirects http to https, and may obtain the certificate only then. */
async function tokenError(
  fetch: FetchJson,
  { host, publicId, token }: ClaimedPageDomain,
): Promise<string | null> {
  const path = `${DOMAIN_TOKEN_PATH}/${publicId}`;
  let response = await get(fetch, `http://${host}${path}`);
  if (response.status >= 300 && response.status < 400) {
    const target = URL.parse(response.headers.get("location") ?? "", `http://${host}${path}`);
    if (target?.protocol !== "https:" || target.host !== host)
      return `http://${host} redirects to ${target?.origin ?? "an invalid address"} instead of to this server.`;
    response = await get(fetch, `https://${host}${path}`);
  }
  if (response.status !== 200)
    return `http://${host}${path} answered with status ${response.status}. Let the proxy of the domain forward requests to this server with the header Host unchanged.`;
  return (await response.text()).trim() === token
    ? null
    : `http://${host}${path} answered with another text than the token of this page.`;
}

function get(fetch: FetchJson, url: string): Promise<Response> {
  return fetch(url, { method: "GET", headers: { accept: "text/plain" } });
}
