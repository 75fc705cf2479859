import type { ConfigKey } from "../config-key.ts";
import { domain, host, origin, originList, wholeNumber } from "../forms.ts";

/** Settings of the address that the server listens on, and of the addresses at which it is opened. */
export const HTTP_KEYS = {
  PORT: {
    meaning:
      "TCP port of the API and the web interface, or of /healthz, /readyz and /metrics if the process serves no API; 0 selects a free port",
    form: wholeNumber({ min: 0, max: 65_535 }),
    unit: null,
    default: "8080",
    reason: "Requires no privileges and is the usual port of container platforms.",
  },
  VEDETTE_HOST: {
    meaning: "IP address or host name that the server listens on",
    form: host,
    unit: null,
    default: {
      words: "`::`; `0.0.0.0` if the machine has no IPv6",
      of: ({ hasIpv6 }) => (hasIpv6 ? "::" : "0.0.0.0"),
    },
    reason:
      "Listens on all IPv4 and IPv6 addresses, so that published container ports and other machines can connect; requests without credentials are rejected. Set 127.0.0.1 behind a proxy on the same machine.",
  },
  VEDETTE_PUBLIC_URL: {
    meaning: "Public URL of Vedette, used for links in messages",
    form: origin,
    unit: null,
    default: null,
    reason:
      "If not set, links use http://localhost and the port, because only the operator knows the public name.",
  },
  VEDETTE_STATUS_DOMAIN: {
    meaning:
      "Domain below which each status page has a host name of its own, `<slug>.<domain>`; needs a wildcard DNS record and certificate",
    form: domain,
    unit: null,
    default: null,
    reason: "If not set, status pages are at /status/<slug> and at their own domains only.",
  },
  VEDETTE_CORS_ORIGINS: {
    meaning:
      "Origins whose pages may call the API from a browser with an API key: a comma-separated list, or * for all",
    form: originList,
    unit: null,
    default: null,
    reason:
      "If not set, pages of other origins cannot read responses. Session cookies never work from other origins, regardless of this setting.",
  },
} as const satisfies Record<string, ConfigKey>;
