import type { ConfigKey } from "../config-key.ts";
import { secretToken, someOf, trustedProxies, wholeNumber } from "../forms.ts";

/** Settings of what clients may send, and of metrics. */
export const REQUEST_KEYS = {
  VEDETTE_TRUST_PROXY: {
    meaning: "Proxies whose X-Forwarded-For header is trusted",
    form: trustedProxies,
    unit: null,
    default: "off",
    reason:
      "Any client can send this header; trusting it lets a caller choose the address that rate limits apply to.",
  },
  VEDETTE_RATE_LIMIT_PER_MINUTE: {
    meaning: "Maximum requests per API key; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "requests per minute",
    default: "600",
    reason:
      "Ten per second are enough for a dashboard and a busy pipeline, and limit a runaway script. The runners of a private location share one key, which may make ten times as many requests.",
  },
  VEDETTE_RATE_LIMIT_ORGANIZATION_PER_MINUTE: {
    meaning: "Maximum requests of all keys and members of an organization in total; 0 means no limit",
    form: wholeNumber({ min: 0, max: 10_000_000 }),
    unit: "requests per minute",
    default: "3000",
    reason:
      "Five times the limit of one key: otherwise an organization could multiply its limit by creating keys. Its runners at private locations may make ten times as many requests in total, counted separately.",
  },
  VEDETTE_API_KEYS_MAX_PER_ORGANIZATION: {
    meaning: "Maximum number of active API keys per organization; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "keys",
    default: "100",
    reason:
      "Enough for a key per service and pipeline in a list of readable length. Existing keys above the limit continue to work.",
  },
  VEDETTE_RATE_LIMIT_ANONYMOUS_PER_MINUTE: {
    meaning: "Maximum requests without a valid key per IP address; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "requests per minute",
    default: "60",
    reason: "Enough for a user and for health probes, too few to guess keys.",
  },
  VEDETTE_RATE_LIMIT_PINGS_PER_MINUTE: {
    meaning: "Maximum pings of heartbeats per IP address; 0 means no limit",
    form: wholeNumber({ min: 0, max: 10_000_000 }),
    unit: "pings per minute",
    default: "6000",
    reason:
      "The jobs of a whole site often share one address: 100 pings per second are those of thousands of jobs. Each heartbeat has its own limit of 60 per minute.",
  },
  VEDETTE_COMPAT: {
    meaning:
      "Products whose senders may ping heartbeats: `kuma` for push monitors of Uptime Kuma, `gatus` for external endpoints of Gatus",
    form: someOf(["kuma", "gatus"]),
    unit: null,
    default: null,
    reason:
      "Paths that are not used should not accept requests. Set it when you move such monitors to heartbeats.",
  },
  VEDETTE_METRICS_TOKEN: {
    meaning: "Bearer token for /metrics",
    form: secretToken,
    unit: null,
    default: null,
    reason:
      "If not set, /metrics is disabled. Access by local address would not be safe, because checks and scripts also send requests from this machine.",
    isSecret: true,
  },
} as const satisfies Record<string, ConfigKey>;
