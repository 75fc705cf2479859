import type { AddressFacts } from "@vedette/contract/evidence/address-facts.ts";
import type { CaseFile, VerdictRule } from "./case-file.ts";
import type { VantageView } from "./vantage-view.ts";
import { locationsText } from "./wording.ts";

/** Another server responds at one location in the name of the target: a captive portal, a proxy or a filter. */
export const interceptRule: VerdictRule = (file) => {
  const [only, ...others] = file.bad;
  if (only === undefined || others.length > 0) return null;
  for (const good of file.good) {
    for (const here of only.facts.addresses) {
      const there = good.facts.addresses.find(({ address }) => address === here.address);
      const difference = there === undefined ? null : differenceOf(here, there, file);
      if (difference === null) continue;
      return {
        ...{ layer: "runner", scope: "one_location", certainty: "likely" },
        summary: `Only from ${locationsText([only])}: ${here.address} ${difference} than from ${locationsText([good])}.\nSomething in the network of this runner responds instead.`,
      };
    }
  }
  return portalRule(only);
};

function differenceOf(here: AddressFacts, there: AddressFacts, { facts }: CaseFile): string | null {
  const [own, other] = [here.tls?.chain[0], there.tls?.chain[0]];
  const isRejected = here.tls?.error != null && there.tls?.error === null;
  if (own !== undefined && other !== undefined && isRejected) {
    if (own.fingerprint_sha256 === other.fingerprint_sha256) return null;
    return `shows another certificate (${own.subject || "without a name"})`;
  }
  const isPlain = here.tls === null && there.tls === null;
  if (!isPlain || there.response?.status_code == null) return null;
  const place = foreignRedirect(here, facts.target.host);
  const isSame = there.response.headers.location === here.response?.headers.location;
  return place === null || isSame ? null : `redirects to ${place}`;
}

/** RFC 6585, section 6. */
const NETWORK_AUTHENTICATION_REQUIRED = 511;

function portalRule({ facts }: VantageView): ReturnType<VerdictRule> {
  const portal = facts.addresses.find(
    ({ response }) => response?.status_code === NETWORK_AUTHENTICATION_REQUIRED,
  );
  if (portal === undefined) return null;
  return {
    ...{ layer: "runner", scope: "one_location", certainty: "certain" },
    summary: `\`${facts.location}\` is behind a captive portal: ${portal.address} responds with the status 511.`,
  };
}

/** The host that a response redirects to, if it is not that of the target or below its domain. */
function foreignRedirect({ response }: AddressFacts, host: string | null): string | null {
  const location = response?.headers.location;
  if (location === undefined || host === null || !URL.canParse(location)) return null;
  const { hostname } = new URL(location);
  const domain = host.split(".").slice(-2).join(".");
  return hostname === host || hostname.endsWith(domain) ? null : hostname;
}
