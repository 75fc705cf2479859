/** The list of RDAP services by TLD (RFC 9224). Pure. */

/** A list of TLDs, or longer suffixes, and the URL of their service. */
export type RdapServices = readonly (readonly [suffixes: readonly string[], url: string])[];

/** About 1,200 TLDs in 600 services today. */
const SERVICES_MAX = 10_000;

/** Reads the document of IANA, or one of the same form. Throws an Error with a message if it is none. */
export function parseBootstrap(document: unknown): RdapServices {
  const services =
    typeof document === "object" && document !== null && "services" in document ? document.services : null;
  if (!Array.isArray(services)) throw new Error("the list of RDAP services has no member 'services'");
  return services.slice(0, SERVICES_MAX).flatMap((service) => {
    const [suffixes, urls] = Array.isArray(service) ? service : [];
    const url = preferredUrl(texts(urls));
    const names = texts(suffixes).map((name) => name.toLowerCase());
    return url === null ? [] : [[names, url] as const];
  });
}

/** RFC 9224, section 4: the longest suffix of the labels counts. Returns null if the TLD has no service. */
export function findService(services: RdapServices, domain: string): string | null {
  const labels = domain.split(".");
  for (let from = 0; from < labels.length; from += 1) {
    const suffix = labels.slice(from).join(".");
    const found = services.find(([suffixes]) => suffixes.includes(suffix));
    if (found) return found[1];
  }
  return null;
}

/** RFC 9224, section 3: https is preferred, and the URL ends in a slash. */
function preferredUrl(urls: readonly string[]): string | null {
  const valid = urls.filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url));
  const url = valid.find((each) => /^https:/i.test(each)) ?? valid[0];
  if (url === undefined) return null;
  return url.endsWith("/") ? url : `${url}/`;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
