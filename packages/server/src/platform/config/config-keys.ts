import { LOG_LEVELS } from "../kernel/logger.ts";
import { BACKUP_KEYS } from "./backup-keys.ts";
import { BROWSER_KEYS } from "./browser-keys.ts";
import { CODE_FOLDER_KEYS } from "./code-folder-keys.ts";
import { FIRST_ACCOUNT_KEYS } from "./first-account-keys.ts";
import {
  addressList,
  addressOrOff,
  type ConfigForm,
  canaryList,
  directory,
  domain,
  host,
  httpUrl,
  httpUrlOrOff,
  location,
  masterKey,
  masterKeys,
  name,
  oneOf,
  onOrOff,
  origin,
  originList,
  secret,
  secretToken,
  secretUrl,
  singleLineText,
  socketPaths,
  someOf,
  stripeApiUrl,
  stripeKey,
  stripeWebhookSecret,
  trustedProxies,
  wholeNumber,
  wholeNumberOrOff,
} from "./forms.ts";
import type { Machine } from "./machine.ts";
import { MAIL_KEYS } from "./mail-keys.ts";
import { NATS_KEYS } from "./nats-keys.ts";
import { HOSTED_PORTS_DENY, portList } from "./port-list.ts";
import { REMOTE_KEYS } from "./remote-keys.ts";
import { S3_KEYS } from "./s3-keys.ts";

/**
 * Every environment variable that the server reads, with its description, default and the reason for the default.
 * `docs/reference/configuration.md` is generated from this table.
 */
export const CONFIG_KEYS = {
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
  ...FIRST_ACCOUNT_KEYS,
  VEDETTE_SIGNUP: {
    meaning: "Who can sign up: `invite` for invited users only, `open` for everyone",
    form: oneOf(["invite", "open"]),
    unit: null,
    default: "invite",
    reason:
      "A reachable server should not accept sign-ups by default. The first account is created with the setup link in both modes.",
  },
  VEDETTE_SIGNUP_SELF_HOSTED: {
    meaning: "Confirms VEDETTE_SIGNUP=open with VEDETTE_EGRESS=self-hosted",
    form: onOrOff,
    unit: null,
    default: "off",
    reason:
      "Users who sign up can then check every address in the network of this machine and see the responses. Without this confirmation the server does not start.",
  },
  ...MAIL_KEYS,
  VEDETTE_OIDC_ISSUER: {
    meaning: "URL of the OpenID Connect provider for sign-in",
    form: httpUrl,
    unit: null,
    default: null,
    reason: "If not set, users sign in with email and password.",
  },
  VEDETTE_OIDC_CLIENT_ID: {
    meaning:
      "OpenID Connect client ID of this server; the redirect URI is VEDETTE_PUBLIC_URL/api/auth/oidc/callback",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Assigned by the provider.",
  },
  VEDETTE_OIDC_CLIENT_SECRET: {
    meaning: "OpenID Connect client secret",
    form: secret,
    unit: null,
    default: null,
    reason: "Assigned by the provider.",
    isSecret: true,
  },
  VEDETTE_OIDC_NAME: {
    meaning: "Name of the provider on the sign-in page, as in 'Sign in with Acme'",
    form: singleLineText,
    unit: null,
    default: "single sign-on",
    reason: "Applies to every provider.",
  },
  STRIPE_SECRET_KEY: {
    meaning: "Secret or restricted key of the Stripe account for plan payments",
    form: stripeKey,
    unit: null,
    default: null,
    reason: "If not set, owners and admins select a plan in Vedette without payment.",
    isSecret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning: "Signing secret of the Stripe webhook at VEDETTE_PUBLIC_URL/api/v1/billing/webhook",
    form: stripeWebhookSecret,
    unit: null,
    default: null,
    reason: "Generated by Stripe for each webhook endpoint.",
    isSecret: true,
  },
  STRIPE_API_URL: {
    meaning: "Base URL of the Stripe API, for a proxy or a test server",
    form: stripeApiUrl,
    unit: null,
    default: "https://api.stripe.com",
    reason:
      "The official endpoint. The secret key is sent there, so https is required except on this machine.",
  },
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
  VEDETTE_DATA: {
    meaning: "Data directory for the embedded PostgreSQL and files",
    form: directory,
    unit: null,
    default: "./data",
    reason: "Inside the checkout, so that removing the checkout removes all data.",
  },
  DATABASE_URL: {
    meaning: "PostgreSQL to use instead of the embedded one: postgres://user:password@host:5432/database",
    form: secret,
    unit: null,
    default: null,
    reason: "If not set, the embedded PostgreSQL is started, which requires no installation.",
    isSecret: true,
  },
  ...NATS_KEYS,
  VEDETTE_MASTER_KEY: {
    meaning: "Master key that encrypts the secrets in the database",
    form: masterKey,
    unit: null,
    default: null,
    reason:
      "If not set, the first start generates a key in the file master.key in VEDETTE_DATA, readable only by its user. The key and the database together give access to all secrets; without the key, no secret can be decrypted. With `--role` it must be set, to the same key for every api and scheduler.",
    isSecret: true,
  },
  VEDETTE_MASTER_KEY_PREVIOUS: {
    meaning:
      "Previous master keys, still used to decrypt existing secrets until `vedette rotate-master-key` has run",
    form: masterKeys,
    unit: null,
    default: null,
    reason: "Required only while VEDETTE_MASTER_KEY is being replaced.",
    isSecret: true,
  },
  VEDETTE_DATABASE_CONNECTIONS: {
    meaning:
      "Maximum PostgreSQL connections of the API; scheduling and recording use a few additional connections",
    form: wholeNumber({ min: 2, max: 200 }),
    unit: "connections",
    default: "10",
    reason:
      "Statements take about a millisecond, so ten connections handle thousands per second; PostgreSQL accepts 100 connections by default.",
  },
  VEDETTE_RETENTION_DAYS: {
    meaning: "Retention of check results; organizations and plans may set a shorter retention",
    form: wholeNumber({ min: 1, max: 3_650 }),
    unit: "days",
    default: "90",
    reason: "The longest period of statistics.",
  },
  VEDETTE_CLOSE_DAYS: {
    meaning: "Age at which the results of a day are compressed; 0 compresses none",
    form: wholeNumberOrOff({ min: 5, max: 3_650 }),
    unit: "days",
    default: "7",
    reason:
      "A compressed result takes a tenth of the disk. Alerts and live lists read the results of the last days, which are faster to read uncompressed.",
  },
  VEDETTE_TRASH_DAYS: {
    meaning: "How long deleted targets stay in the trash with their results; 0 purges them within the hour",
    form: wholeNumber({ min: 0, max: 365 }),
    unit: "days",
    default: "7",
    reason: "Long enough to notice a mistake after a weekend.",
  },
  VEDETTE_RDAP_BOOTSTRAP: {
    meaning: "URL of the list of RDAP services, by which domains are looked up; off looks up none",
    form: httpUrlOrOff,
    unit: null,
    default: "https://data.iana.org/rdap/dns.json",
    reason: "The list of IANA (RFC 9224). Domains of monitors are sent to the registries of their TLDs only.",
  },
  VEDETTE_ARTIFACTS_MAX_MB_PER_ORGANIZATION: {
    meaning: "Maximum total size of the run files of an organization, on disk or in S3; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000_000 }),
    unit: "MiB",
    default: "20480",
    reason:
      "About 20,000 runs with screenshots. Beyond the limit, uploads are rejected (403) and runs store no files, which is logged; their results are kept.",
  },
  VEDETTE_ARTIFACTS_FREE_MIN_MB: {
    meaning:
      "Minimum free disk space below which run files are no longer stored; 0 disables the limit; ignored with S3_BUCKET",
    form: wholeNumber({ min: 0, max: 1_000_000_000 }),
    unit: "MiB",
    default: "1024",
    reason:
      "A full disk stops the embedded PostgreSQL and therefore all checks. Below the minimum, uploads are rejected (503) and runs store no files.",
  },
  VEDETTE_PLANS: {
    meaning: "Path of a JSON file with the available plans, their limits and prices",
    form: singleLineText,
    unit: null,
    default: null,
    reason:
      "If not set, the plans free, pro and business are offered, and every organization starts on self-hosted, which has no limits.",
  },
  VEDETTE_EGRESS: {
    meaning:
      "Addresses that checks and notifications may connect to: `self-hosted` allows private and loopback addresses, `hosted` only public ones",
    form: oneOf(["self-hosted", "hosted"]),
    unit: null,
    default: "self-hosted",
    reason:
      "Self-hosted monitors usually check internal services. Link-local and metadata addresses are blocked in both modes.",
  },
  VEDETTE_EGRESS_ALLOW: {
    meaning:
      "Additional addresses to allow; an address that is blocked in both modes requires an exact entry",
    form: addressList,
    unit: null,
    default: null,
    reason: "Exceptions depend on the network of the operator.",
  },
  VEDETTE_EGRESS_DENY: {
    meaning: "Additional addresses to block; takes precedence over VEDETTE_EGRESS_ALLOW",
    form: addressList,
    unit: null,
    default: null,
    reason: "Exceptions depend on the network of the operator.",
  },
  VEDETTE_EGRESS_PORTS_DENY: {
    meaning:
      "Ports that monitors, journeys, scripts and webhooks must not connect to, at any address, except exact endpoints in VEDETTE_EGRESS_ALLOW",
    form: portList,
    unit: null,
    default: null,
    reason: `If not set, with VEDETTE_EGRESS=hosted: ${HOSTED_PORTS_DENY} (mail, remote administration, IRC), so that untrusted scripts cannot send spam or guess passwords from this address; with self-hosted: none.`,
  },
  VEDETTE_DOCKER_SOCKETS: {
    meaning: "Unix sockets of container engines that monitors of type `docker` may use on this machine",
    form: socketPaths,
    unit: null,
    default: null,
    reason:
      "If not set, no monitor can use a Unix socket: every member who may create monitors could read the state of the containers of this machine.",
  },
  VEDETTE_DELIVERY_RETRY_MAX_SECONDS: {
    deprecatedName: "VEDETTE_DELIVERY_GIVE_UP_SECONDS",
    meaning: "Maximum time for which delivery of a notification is retried",
    form: wholeNumber({ min: 10, max: 86_400 }),
    unit: "seconds",
    default: "3600",
    reason:
      "Eight attempts over an hour outlast a deployment or a short outage of the receiver; older notifications are outdated.",
  },
  VEDETTE_LOCATION: {
    meaning: "Location of this process's runner; alternative to `--location`",
    form: location,
    unit: null,
    default: "default",
    reason: "The location of monitors without an explicit location.",
  },
  VEDETTE_LOCATION_FALLBACK: {
    deprecatedName: "VEDETTE_STAND_IN",
    meaning: "Whether this process's runner covers locations without a runner",
    form: onOrOff,
    unit: null,
    default: "on",
    reason:
      "On a single machine, monitors should be checked regardless of their location; each result names its runner. Ignored with `--role`.",
  },
  VEDETTE_CANARIES: {
    meaning:
      "Targets that always respond, such as a router, a resolver and an external site: while none of them responds, this process's runner is considered offline and its failures are ignored",
    form: canaryList,
    unit: null,
    default: null,
    reason: "Suitable targets depend on the network. If not set, every failure counts.",
  },
  VEDETTE_EVIDENCE_RESOLVER: {
    meaning:
      "Public DNS resolver that this process's runner compares with when it collects evidence of a failure. It receives the names of monitored hosts, except those of private domains; `off` asks none",
    form: addressOrOff,
    unit: null,
    default: "1.1.1.1",
    reason: "It filters nothing, so a missing name is missing.",
  },
  VEDETTE_RUNNER_NAME: {
    meaning: "Name of this process's runner in results",
    form: name,
    unit: null,
    default: { words: "the machine's host name", of: ({ hostName }) => runnerName(hostName) },
    reason: "Identifies the machine and does not change on restart.",
  },
  VEDETTE_RUNNER_THREADS: {
    meaning: "Number of threads that make checks",
    form: wholeNumber({ min: 1, max: 64 }),
    unit: "threads",
    default: {
      words: "one less than the cores, at least 1 and at most 4",
      of: ({ cores }) => String(Math.max(1, Math.min(4, cores - 1))),
    },
    reason:
      "One core remains for the API and PostgreSQL; four threads make more checks than one PostgreSQL can record.",
  },
  VEDETTE_RUNNER_CHECKS_IN_FLIGHT_MAX: {
    meaning: "Maximum number of concurrent checks per thread",
    form: wholeNumber({ min: 1, max: 50_000 }),
    unit: "checks per thread",
    default: "2000",
    reason:
      "A check uses one socket: four threads stay well below the usual limit of 20,000 open files per service.",
  },
  VEDETTE_ORGANIZATION_SHARE_PERCENT: {
    meaning:
      "Maximum share of a runner's slots (concurrent checks, API runs or journeys) for one organization while another organization had work there in the last ten minutes",
    form: wholeNumber({ min: 1, max: 100 }),
    unit: "percent",
    default: "50",
    reason:
      "Half for one organization, a third each for two, and so on: some slots remain free for the next organization. 100 means no limit. One slot is always allowed, and a single organization may use all slots.",
  },
  ...BROWSER_KEYS,
  ...BACKUP_KEYS,
  ...S3_KEYS,
  ...REMOTE_KEYS,
  ...CODE_FOLDER_KEYS,
  VEDETTE_HEARTBEAT_URL: {
    meaning:
      "URL that is requested every 60 seconds while checks are made and alerts are sent, for an external service that alerts when the requests stop",
    form: secretUrl,
    unit: null,
    default: null,
    reason:
      "Only an external service can detect an outage of this machine. If not set, no heartbeat is sent.",
    isSecret: true,
  },
  VEDETTE_LOG_LEVEL: {
    meaning: "Minimum severity of log lines",
    form: oneOf(LOG_LEVELS),
    unit: null,
    default: "info",
    reason: "Logs changes; /metrics covers individual checks.",
  },
} as const satisfies Record<string, ConfigKey>;

export type ConfigKey = {
  /** A noun phrase that describes the setting, without a full stop. */
  meaning: string;
  form: ConfigForm;
  unit: string | null;
  /** A literal, a value computed from the machine's facts, or null for none. */
  default: string | { words: string; of(machine: Machine): string } | null;
  /** The reason for the default. */
  reason: string;
  /** Never shown; can also be read from the file that `<KEY>_FILE` names. */
  isSecret?: true;
  /** An older name of the key. It is still accepted and logs a warning. */
  deprecatedName?: string;
};

export type ConfigKeyName = keyof typeof CONFIG_KEYS;

/** Derives a runner name from a host name: the part before the first dot, with invalid characters replaced. */
function runnerName(hostName: string): string {
  const short = hostName.split(".", 1)[0] ?? "";
  return short.replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63) || "runner";
}
