import { MASK } from "../../../../platform/masking/mask.ts";

/**
 * Prefixes that name the scheme of a credential. Source: the IANA registry of authentication schemes, and
 * practice.
 */
const SCHEMES =
  /^(basic|bearer|digest|dpop|token|apikey|negotiate|ntlm|hawk|scram-sha-\d+|aws4-hmac-sha256|gnap)\s+\S/i;
const CREDENTIAL_NAME = /(^|[-_])(api-?key|token|secret|password|passwd|signature|session-?id)$/i;

/**
 * Hides a credential by the name of its header, no matter which variable it came from, and keeps its scheme.
 */
export function hideCredential(header: string, value: string): string {
  switch (header.toLowerCase()) {
    case "authorization":
    case "proxy-authorization":
      return hideBehindScheme(value);
    case "authentication-info":
    case "proxy-authentication-info":
      // Contains a hash of the password. Source: RFC 7616, section 3.5.
      return MASK;
    case "cookie":
      return value.split(";").map(hidePair).join("; ");
    case "set-cookie": {
      const [pair = "", ...attributes] = value.split(";");
      return [hidePair(pair), ...attributes].join(";");
    }
    default:
      return CREDENTIAL_NAME.test(header) ? MASK : value;
  }
}

function hideBehindScheme(value: string): string {
  const scheme = SCHEMES.exec(value)?.[1];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

function hidePair(pair: string): string {
  const end = pair.indexOf("=");
  return end === -1 ? MASK : `${pair.slice(0, end).trim()}=${MASK}`;
}
