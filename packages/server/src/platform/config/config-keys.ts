import { LOG_LEVELS } from "../kernel/logger.ts";
import { BROWSER_KEYS } from "./browser-keys.ts";
import {
  addressList,
  canaryList,
  directory,
  type Form,
  host,
  httpUrl,
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
  stripeApiUrl,
  stripeKey,
  stripeWebhookSecret,
  trustedProxies,
  wholeNumber,
} from "./forms.ts";
import type { Machine } from "./machine.ts";
import { MAIL_KEYS } from "./mail-keys.ts";
import { NATS_KEYS } from "./nats-keys.ts";
import { HOSTED_PORTS_DENY, portList } from "./port-list.ts";
import { REMOTE_KEYS } from "./remote-keys.ts";
import { S3_KEYS } from "./s3-keys.ts";

/**
 * Every key of the environment that the server reads: the one table of meanings, defaults and their
 * reasons. `docs/reference/configuration.md` is made from it.
 */
export const CONFIG_KEYS = {
  PORT: {
    meaning:
      "TCP port of the API and the web interface, or of /healthz, /readyz and /metrics where a process serves no API; 0 takes any free one",
    form: wholeNumber({ min: 0, max: 65_535 }),
    unit: null,
    default: "8080",
    reason: "Needs no privilege, and is where container platforms look first.",
  },
  VEDETTE_HOST: {
    meaning: "Address that the server listens on",
    form: host,
    unit: null,
    default: {
      words: "`::`; `0.0.0.0` where the machine has no IPv6",
      of: ({ hasIpv6 }) => (hasIpv6 ? "::" : "0.0.0.0"),
    },
    reason:
      "All addresses of both families, for a container's published port and a colleague's browser must reach it, and nothing answers without a key. Set 127.0.0.1 behind a proxy on the same machine.",
  },
  VEDETTE_PUBLIC_URL: {
    meaning: "Address under which people reach Vedette, for links in messages",
    form: origin,
    unit: null,
    default: null,
    reason: "Unset, links name http://localhost and the port: only the operator knows the outer name.",
  },
  VEDETTE_CORS_ORIGINS: {
    meaning:
      "Origins whose pages may call the API from a browser, with an API key: a comma list, or * for all",
    form: originList,
    unit: null,
    default: null,
    reason:
      "Unset, no page of another origin can read a response. Session cookies never work from another origin, whatever is set here.",
  },
  VEDETTE_SIGNUP: {
    meaning: "Who may sign up: invite only people with an invitation, open anybody",
    form: oneOf(["invite", "open"]),
    unit: null,
    default: "invite",
    reason:
      "A server that can be reached is no invitation. The first person comes by the set-up link in both.",
  },
  VEDETTE_SIGNUP_SELF_HOSTED: {
    meaning: "Confirms VEDETTE_SIGNUP=open with VEDETTE_EGRESS=self-hosted",
    form: onOrOff,
    unit: null,
    default: "off",
    reason:
      "Strangers who sign up can then have every address of this machine's network checked, and see what answers: without this word the server does not start.",
  },
  ...MAIL_KEYS,
  VEDETTE_OIDC_ISSUER: {
    meaning: "OpenID Connect provider at which people can sign in",
    form: httpUrl,
    unit: null,
    default: null,
    reason: "Unset, people sign in with e-mail and password.",
  },
  VEDETTE_OIDC_CLIENT_ID: {
    meaning:
      "Name under which the provider knows this server; it sends people back to VEDETTE_PUBLIC_URL/api/auth/oidc/callback",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Given by the provider.",
  },
  VEDETTE_OIDC_CLIENT_SECRET: {
    meaning: "What proves that name to the provider",
    form: secret,
    unit: null,
    default: null,
    reason: "Given by the provider.",
    isSecret: true,
  },
  VEDETTE_OIDC_NAME: {
    meaning: "What the provider is called on the page, as in 'Sign in with Acme'",
    form: singleLineText,
    unit: null,
    default: "single sign-on",
    reason: "True of every provider.",
  },
  STRIPE_SECRET_KEY: {
    meaning: "Secret or restricted key of a Stripe account, by which organizations pay for their plans",
    form: stripeKey,
    unit: null,
    default: null,
    reason: "Unset, owners and admins choose a plan on a page of Vedette's own, and nobody pays.",
    isSecret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning: "What Stripe signs its messages to VEDETTE_PUBLIC_URL/api/v1/billing/webhook with",
    form: stripeWebhookSecret,
    unit: null,
    default: null,
    reason: "Made by Stripe for each address that it sends to.",
    isSecret: true,
  },
  STRIPE_API_URL: {
    meaning: "Where Stripe's API is asked, for a proxy or a test server",
    form: stripeApiUrl,
    unit: null,
    default: "https://api.stripe.com",
    reason: "Stripe's own address. The secret key goes there, hence https everywhere but on this machine.",
  },
  VEDETTE_TRUST_PROXY: {
    meaning: "Which proxies' X-Forwarded-For is believed",
    form: trustedProxies,
    unit: null,
    default: "off",
    reason: "Anybody can send that header; believing it lets a caller choose the address that is limited.",
  },
  VEDETTE_RATE_LIMIT_PER_MINUTE: {
    meaning: "Requests that one key may make; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "requests per minute",
    default: "600",
    reason:
      "Ten a second serve a dashboard and a busy pipeline, and one runaway script starves nobody. All runners of a private location share a key, which may make ten times as many.",
  },
  VEDETTE_RATE_LIMIT_ORGANIZATION_PER_MINUTE: {
    meaning: "Requests that all keys and members of an organization may make together; 0 means no limit",
    form: wholeNumber({ min: 0, max: 10_000_000 }),
    unit: "requests per minute",
    default: "3000",
    reason:
      "Five times what one key may make: without it an organization multiplies its limit by making keys. All its runners at private locations together may make ten times as many, counted apart.",
  },
  VEDETTE_API_KEYS_MAX_PER_ORGANIZATION: {
    meaning: "API keys of an organization that work at the same time; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "keys",
    default: "100",
    reason:
      "A key for each service and pipeline, and a list that a person can still read. Keys that are there already go on working.",
  },
  VEDETTE_RATE_LIMIT_ANONYMOUS_PER_MINUTE: {
    meaning: "Requests without a valid key that one address may make; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "requests per minute",
    default: "60",
    reason: "Enough for a person and for health probes, too few to guess keys.",
  },
  VEDETTE_METRICS_TOKEN: {
    meaning: "Bearer token that opens /metrics",
    form: secretToken,
    unit: null,
    default: null,
    reason:
      "Unset, /metrics is closed: a check of any Vedette on this machine, or a script in one, is a request from the machine itself.",
    isSecret: true,
  },
  VEDETTE_DATA: {
    meaning: "Folder of everything that is kept: the embedded PostgreSQL and files",
    form: directory,
    unit: null,
    default: "./data",
    reason: "Beside the checkout, so that a trial leaves nothing behind elsewhere.",
  },
  DATABASE_URL: {
    meaning: "PostgreSQL to use instead of the embedded one: postgres://user:password@host:5432/database",
    form: secret,
    unit: null,
    default: null,
    reason: "Unset, the embedded PostgreSQL is started: nothing has to be installed.",
    isSecret: true,
  },
  ...NATS_KEYS,
  VEDETTE_MASTER_KEY: {
    meaning: "Key that seals the secrets in the database",
    form: masterKey,
    unit: null,
    default: null,
    reason:
      "Unset, the first start makes one in the file master.key of VEDETTE_DATA, readable by its user alone. Whoever has it and the database has all secrets; without it none can be opened. With `--role` it has to be set, to the same key for every api and scheduler.",
    isSecret: true,
  },
  VEDETTE_MASTER_KEY_PREVIOUS: {
    meaning:
      "Earlier master keys, which still open what was sealed with them until `vedette rotate-master-key` was run",
    form: masterKeys,
    unit: null,
    default: null,
    reason: "Needed only while one key in VEDETTE_MASTER_KEY is replaced by another.",
    isSecret: true,
  },
  VEDETTE_DATABASE_CONNECTIONS: {
    meaning:
      "Connections to PostgreSQL that the API holds at most; scheduling and recording have a few of their own",
    form: wholeNumber({ min: 2, max: 200 }),
    unit: "connections",
    default: "10",
    reason:
      "Statements take about a millisecond, so ten carry thousands a second; PostgreSQL's default is 100 for all its clients.",
  },
  VEDETTE_RETENTION_DAYS: {
    meaning: "How long check results are kept; an organization or its plan may keep them for a shorter time",
    form: wholeNumber({ min: 1, max: 3_650 }),
    unit: "days",
    default: "90",
    reason: "The longest period that statistics can be asked for.",
  },
  VEDETTE_ARTIFACTS_MAX_MB_PER_ORGANIZATION: {
    meaning:
      "How much the files of an organization's runs may have together, on disk or in S3; 0 for no bound",
    form: wholeNumber({ min: 0, max: 1_000_000_000 }),
    unit: "MiB",
    default: "20480",
    reason:
      "Some 20,000 runs with pictures. Beyond it uploads are refused (403) and runs keep no files, with a line in the log; their results are kept.",
  },
  VEDETTE_ARTIFACTS_FREE_MIN_MB: {
    meaning: "How much of the disk files of runs leave free; 0 for none; without effect with S3_BUCKET",
    form: wholeNumber({ min: 0, max: 1_000_000_000 }),
    unit: "MiB",
    default: "1024",
    reason:
      "A full disk stops the embedded PostgreSQL and so all checks. Below it uploads are refused (503) and runs keep no files.",
  },
  VEDETTE_PLANS: {
    meaning: "File (JSON) of the plans that organizations can take, with their limits and prices",
    form: singleLineText,
    unit: null,
    default: null,
    reason:
      "Unset, free, pro and business are offered, and every organization begins on self-hosted, which has no limits.",
  },
  VEDETTE_EGRESS: {
    meaning:
      "Where checks and messages may go: self-hosted includes private and loopback addresses, hosted only public ones",
    form: oneOf(["self-hosted", "hosted"]),
    unit: null,
    default: "self-hosted",
    reason:
      "One's own services are what a self-hosted monitor watches; link-local and metadata addresses are closed in both.",
  },
  VEDETTE_EGRESS_ALLOW: {
    meaning: "Addresses that are open besides; only an exact address opens one that is closed in both modes",
    form: addressList,
    unit: null,
    default: null,
    reason: "Exceptions are the operator's to name.",
  },
  VEDETTE_EGRESS_DENY: {
    meaning: "Addresses that are closed besides; wins over the list of those that are open",
    form: addressList,
    unit: null,
    default: null,
    reason: "Exceptions are the operator's to name.",
  },
  VEDETTE_EGRESS_PORTS_DENY: {
    meaning:
      "Ports that monitors, journeys, scripts and webhooks may not connect to, at any address; an exact endpoint in VEDETTE_EGRESS_ALLOW is an exception",
    form: portList,
    unit: null,
    default: null,
    reason: `Unset, with VEDETTE_EGRESS=hosted: ${HOSTED_PORTS_DENY} (mail, remote administration, IRC), so that a stranger's script cannot send spam or try passwords from this address; with self-hosted: none.`,
  },
  VEDETTE_DELIVERY_GIVE_UP_SECONDS: {
    meaning: "How long a message is tried that an alert channel does not take",
    form: wholeNumber({ min: 10, max: 86_400 }),
    unit: "seconds",
    default: "3600",
    reason:
      "Eight tries over an hour outlast a deployment or an outage of the receiver; an older alert is told by the next one, or by another channel.",
  },
  VEDETTE_LOCATION: {
    meaning: "Location at which this process's own runner makes checks; `--location` says it too",
    form: location,
    unit: null,
    default: "default",
    reason: "The location of a monitor that names none.",
  },
  VEDETTE_STAND_IN: {
    meaning: "Whether this process's own runner also makes the checks of locations that have no runner",
    form: onOrOff,
    unit: null,
    default: "on",
    reason:
      "On one machine a monitor should be checked wherever it says; each result names who checked it. Started with `--role`, nobody stands in.",
  },
  VEDETTE_CANARIES: {
    meaning:
      "Addresses that always answer, such as a router, a resolver and a site of somebody else's: while none of them does, this process's runner is cut off, and no failure that it sees counts",
    form: canaryList,
    unit: null,
    default: null,
    reason: "Which they are depends on the network; unset, every failure counts.",
  },
  VEDETTE_RUNNER_NAME: {
    meaning: "Name of this process's own runner in results",
    form: name,
    unit: null,
    default: { words: "the machine's host name", of: ({ hostName }) => runnerName(hostName) },
    reason: "Tells machines apart, and stays the same over a restart.",
  },
  VEDETTE_RUNNER_THREADS: {
    meaning: "Threads that make checks",
    form: wholeNumber({ min: 1, max: 64 }),
    unit: "threads",
    default: {
      words: "one less than the cores, at least 1 and at most 4",
      of: ({ cores }) => String(Math.max(1, Math.min(4, cores - 1))),
    },
    reason:
      "One core stays free for the API and PostgreSQL; four threads do more checks than one PostgreSQL records.",
  },
  VEDETTE_RUNNER_CHECKS_IN_FLIGHT_MAX: {
    meaning: "Checks that one thread has under way at the same time",
    form: wholeNumber({ min: 1, max: 50_000 }),
    unit: "checks per thread",
    default: "2000",
    reason:
      "A check holds one socket: four threads stay well below the 20,000 files that a service may usually open.",
  },
  VEDETTE_ORGANIZATION_SHARE_PERCENT: {
    meaning:
      "What one organization may hold of a runner's slots (checks, API runs or journeys at once) while another one has had work there within ten minutes",
    form: wholeNumber({ min: 1, max: 100 }),
    unit: "percent",
    default: "50",
    reason:
      "Half for one organization, a third each for two, and so on: some slots stay free for the next one. 100 is no limit; one slot is always allowed, and a single organization has all.",
  },
  ...BROWSER_KEYS,
  ...S3_KEYS,
  ...REMOTE_KEYS,
  VEDETTE_HEARTBEAT_URL: {
    meaning:
      "Address that is called every 60 seconds while checks are made and alerts are sent, for a service that raises the alarm when the calls stay away",
    form: secretUrl,
    unit: null,
    default: null,
    reason: "Only somebody elsewhere can tell that this machine is gone. Unset, nobody is called.",
    isSecret: true,
  },
  VEDETTE_LOG_LEVEL: {
    meaning: "Least severe log lines that are written",
    form: oneOf(LOG_LEVELS),
    unit: null,
    default: "info",
    reason: "Says what changed; what happens at every check is told by /metrics.",
  },
} as const satisfies Record<string, ConfigKey>;

export type ConfigKey = {
  /** What it decides, as part of a sentence. */
  meaning: string;
  form: Form;
  unit: string | null;
  /** As it would be written; made from the machine's facts; or null for none. */
  default: string | { words: string; of(machine: Machine): string } | null;
  /** Why that default. */
  reason: string;
  /** Never shown, and also read from the file that `<KEY>_FILE` names. */
  isSecret?: true;
};

export type ConfigKeyName = keyof typeof CONFIG_KEYS;

/** A host name as a runner's name: the part before the first dot, without what a name may not have. */
function runnerName(hostName: string): string {
  const short = hostName.split(".", 1)[0] ?? "";
  return short.replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63) || "runner";
}
