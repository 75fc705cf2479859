import { isAbsolute, join, resolve } from "node:path";
import type { z } from "zod";
import { StartError } from "../kernel/errors.ts";
import type { Config } from "./config.ts";
import type { ConfigKey } from "./config-key.ts";
import { CONFIG_KEYS, type ConfigKeyName } from "./config-keys.ts";
import { folderVariables } from "./keys/code-folder-keys.ts";
import { type Machine, readMachine } from "./machine.ts";
import { portsDenyDefault } from "./port-list.ts";
import { deprecatedKeyWarnings, unknownKeyWarnings } from "./unknown-keys.ts";

/*
 * The only code that reads the environment. Reads it once and freezes the result. Must know nothing of what the values are
 * used for.
 */

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Throws one StartError that lists every error with the description of its key. An empty value counts as not set,
 * because compose files write it that way.
 */
export function readConfig(env: Environment, machine: Machine = readMachine()): Config {
  const values = readValues(env, machine);
  const data = values.VEDETTE_DATA;
  return deepFreeze({
    http: {
      listenAddress: values.VEDETTE_HOST,
      port: values.PORT,
      publicUrl: values.VEDETTE_PUBLIC_URL,
      statusDomain: values.VEDETTE_STATUS_DOMAIN,
      corsOrigins: values.VEDETTE_CORS_ORIGINS ?? [],
      trustedProxies: values.VEDETTE_TRUST_PROXY,
      requestsPerMinute: values.VEDETTE_RATE_LIMIT_PER_MINUTE,
      requestsPerMinuteOfOrganization: values.VEDETTE_RATE_LIMIT_ORGANIZATION_PER_MINUTE,
      apiKeysMax: values.VEDETTE_API_KEYS_MAX_PER_ORGANIZATION,
      requestsPerMinuteWithoutKey: values.VEDETTE_RATE_LIMIT_ANONYMOUS_PER_MINUTE,
      pingsPerMinuteOfAddress: values.VEDETTE_RATE_LIMIT_PINGS_PER_MINUTE,
      compat: values.VEDETTE_COMPAT ?? [],
      metricsToken: values.VEDETTE_METRICS_TOKEN,
    },
    heartbeat: { url: values.VEDETTE_HEARTBEAT_URL },
    data: { directory: isAbsolute(data) ? data : join(machine.workingDirectory, data) },
    database: { url: values.DATABASE_URL, connectionsMax: values.VEDETTE_DATABASE_CONNECTIONS },
    nats: natsOf(values),
    signUp: values.VEDETTE_SIGNUP,
    firstAccount: firstAccountOf(values),
    recipients: {
      needConfirmation: values.VEDETTE_SIGNUP === "open" || values.VEDETTE_CONFIRM_RECIPIENTS,
      mailsPerHour: values.VEDETTE_MAILS_PER_HOUR,
    },
    mail: { smtpUrl: values.SMTP_URL, from: values.VEDETTE_MAIL_FROM },
    server: {
      url: values.VEDETTE_SERVER,
      key: values.VEDETTE_KEY,
      ca: values.VEDETTE_SERVER_CA,
      allowsInsecureHttp: values.VEDETTE_INSECURE_HTTP,
      reportsDirectory: resolve(
        machine.workingDirectory,
        values.VEDETTE_RUNNER_REPORTS ?? join(data, "runner-reports"),
      ),
      reportsBytesMax: values.VEDETTE_RUNNER_REPORTS_MB * MEBIBYTE,
    },
    oidc: oidcOf(values),
    stripe: stripeOf(values),
    secrets: {
      masterKey: values.VEDETTE_MASTER_KEY,
      previousMasterKeys: values.VEDETTE_MASTER_KEY_PREVIOUS ?? [],
    },
    egress: {
      mode: values.VEDETTE_EGRESS,
      allow: values.VEDETTE_EGRESS_ALLOW ?? [],
      deny: values.VEDETTE_EGRESS_DENY ?? [],
      portsDeny: values.VEDETTE_EGRESS_PORTS_DENY ?? portsDenyDefault(values.VEDETTE_EGRESS),
      unixSockets: values.VEDETTE_DOCKER_SOCKETS ?? [],
    },
    alerting: { deliveryRetryMaxSeconds: values.VEDETTE_DELIVERY_RETRY_MAX_SECONDS },
    runner: {
      name: values.VEDETTE_RUNNER_NAME,
      location: values.VEDETTE_LOCATION,
      isFallback: values.VEDETTE_LOCATION_FALLBACK,
      threads: values.VEDETTE_RUNNER_THREADS,
      checksInFlightPerThreadMax: values.VEDETTE_RUNNER_CHECKS_IN_FLIGHT_MAX,
      organizationSharePercent: values.VEDETTE_ORGANIZATION_SHARE_PERCENT,
      canaries: values.VEDETTE_CANARIES ?? [],
      evidenceResolver: values.VEDETTE_EVIDENCE_RESOLVER,
    },
    journeys: {
      chromiumPath: values.VEDETTE_CHROMIUM,
      runsMax: values.VEDETTE_JOURNEYS_MAX,
      scripts: values.VEDETTE_SCRIPTS,
      browserSandbox:
        values.VEDETTE_BROWSER_SANDBOX ?? (values.VEDETTE_EGRESS === "hosted" ? "required" : "preferred"),
      browsersMax: values.VEDETTE_BROWSERS_MAX,
      temporaryDirectory: machine.temporaryDirectory,
      searchPath: env.PATH ?? "",
    },
    s3: s3Of(values),
    backup: backupOf(values, machine),
    artifacts: {
      bytesPerOrganizationMax: values.VEDETTE_ARTIFACTS_MAX_MB_PER_ORGANIZATION * MEBIBYTE || null,
      freeBytesMin: values.VEDETTE_ARTIFACTS_FREE_MIN_MB * MEBIBYTE,
    },
    log: { level: values.VEDETTE_LOG_LEVEL },
    domains: { rdapBootstrapUrl: values.VEDETTE_RDAP_BOOTSTRAP },
    retention: {
      days: values.VEDETTE_RETENTION_DAYS,
      closeDays: values.VEDETTE_CLOSE_DAYS,
      trashDays: values.VEDETTE_TRASH_DAYS,
    },
    billing: { plansFile: values.VEDETTE_PLANS },
    codeFolder: codeFolderOf(values, { env, machine }),
    warnings: [...deprecatedKeyWarnings(env), ...unknownKeyWarnings(env)],
  });
}

const MEBIBYTE = 1_048_576;

type Values = { [Name in ConfigKeyName]: ValueOf<(typeof CONFIG_KEYS)[Name]> };
/** A key without a default may be null. */
type ValueOf<Key extends ConfigKey> =
  | z.output<Key["form"]["schema"]>
  | (Key["default"] extends null ? null : never);

function readValues(env: Environment, machine: Machine): Values {
  const errors: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, key] of Object.entries<ConfigKey>(CONFIG_KEYS)) {
    const written = readText(name, key, { env, machine });
    if ("error" in written) {
      errors.push(written.error);
      continue;
    }
    const text = written.text ?? defaultText(key, machine);
    const parsed = text === null ? null : key.form.schema.safeParse(text);
    if (parsed === null || parsed.success) values[name] = parsed?.data ?? null;
    else errors.push(errorSentence(name, key, text ?? ""));
  }
  errors.push(...companionErrors(values), ...hostedErrors(values));
  if (errors.length > 0) {
    throw new StartError(
      `The configuration is not valid:\n${errors.map((error) => `  ${error}`).join("\n")}`,
    );
  }
  return asValues(values);
}

/** Keys that must be set together. */
const COMPANIONS: readonly (readonly ConfigKeyName[])[] = [
  ["SMTP_URL", "VEDETTE_MAIL_FROM"],
  ["VEDETTE_ADMIN_EMAIL", "VEDETTE_ADMIN_PASSWORD"],
  ["NATS_TLS_CERT", "NATS_TLS_KEY"],
  ["VEDETTE_OIDC_ISSUER", "VEDETTE_OIDC_CLIENT_ID", "VEDETTE_OIDC_CLIENT_SECRET"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
];
/** Keys that have no effect without another key. */
const REQUIREMENTS: readonly { required: ConfigKeyName; dependents: readonly ConfigKeyName[] }[] = [
  {
    required: "VEDETTE_CONFIG_DIR",
    dependents: ["VEDETTE_CONFIG_PROJECT", "VEDETTE_CONFIG_ORGANIZATION", "VEDETTE_CONFIG_DELETE_MAX"],
  },
  {
    required: "S3_BUCKET",
    // The others also apply to backups.
    dependents: ["S3_PUBLIC_ENDPOINT", "S3_PREFIX"],
  },
  { required: "VEDETTE_BACKUP_KEY", dependents: ["VEDETTE_BACKUP"] },
];

function companionErrors(values: Readonly<Record<string, unknown>>): string[] {
  const unverifiable =
    values.VEDETTE_SIGNUP === "open" && values.SMTP_URL === null
      ? ["SMTP_URL must be set too: with VEDETTE_SIGNUP=open, users verify their address by email."]
      : [];
  const missingRequired = REQUIREMENTS.flatMap(({ required, dependents }) => {
    const set = dependents.filter((name) => values[name] !== null && values[name] !== undefined);
    return values[required] === null && set.length > 0
      ? [`${required} must be set too: ${set.join(" and ")} has no effect without it.`]
      : [];
  });
  const incomplete = COMPANIONS.flatMap((names) => {
    // A key with an invalid value is undefined, not null.
    const missing = names.filter((name) => values[name] === null);
    if (missing.length === 0 || missing.length === names.length) return [];
    return [`${missing.join(" and ")} must be set too: ${names.join(", ")} belong together.`];
  });
  return [...missingRequired, ...incomplete, ...openNetworkErrors(values), ...unverifiable];
}

function openNetworkErrors(values: Readonly<Record<string, unknown>>): string[] {
  const isOpen = values.VEDETTE_SIGNUP === "open" && values.VEDETTE_EGRESS === "self-hosted";
  if (!isOpen || values.VEDETTE_SIGNUP_SELF_HOSTED === true) return [];
  return [
    "VEDETTE_SIGNUP=open with VEDETTE_EGRESS=self-hosted lets anyone who signs up check every address of this network: set VEDETTE_EGRESS=hosted, or confirm with VEDETTE_SIGNUP_SELF_HOSTED=on.",
  ];
}

/** In hosted mode the pages are untrusted, and one organization must not read the data of another's run. */
function hostedErrors(values: Readonly<Record<string, unknown>>): string[] {
  return values.VEDETTE_EGRESS === "hosted" && values.VEDETTE_BROWSER_SANDBOX === "preferred"
    ? ["VEDETTE_BROWSER_SANDBOX must be required, or not set, with VEDETTE_EGRESS=hosted."]
    : [];
}

function codeFolderOf(
  values: Values,
  { env, machine }: { env: Environment; machine: Machine },
): Config["codeFolder"] {
  const { VEDETTE_CONFIG_DIR: directory, VEDETTE_CONFIG_PROJECT: project } = values;
  if (directory === null) return null;
  return {
    directory: isAbsolute(directory) ? directory : join(machine.workingDirectory, directory),
    project,
    organization: values.VEDETTE_CONFIG_ORGANIZATION,
    deleteMax: values.VEDETTE_CONFIG_DELETE_MAX,
    variables: folderVariables(env, new Set(Object.keys(CONFIG_KEYS))),
  };
}

function s3Of(values: Values): Config["s3"] {
  const { S3_BUCKET: bucket } = values;
  if (bucket === null) return null;
  return {
    bucket,
    prefix: values.S3_PREFIX ?? "",
    publicEndpoint: values.S3_PUBLIC_ENDPOINT,
    links: values.S3_LINKS,
    ...s3StoreOf(values),
  };
}

function s3StoreOf(values: Values): Config["backup"]["bucket"] {
  const { S3_ENDPOINT: endpoint } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  return {
    region: values.S3_REGION,
    endpoint,
    isPathStyle: values.S3_PATH_STYLE ?? endpoint !== null,
    credentials: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null,
  };
}

/** Ends in "/", so that it is a folder before the first backup is in it. */
function folderOfBackups(place: string, machine: Machine): string {
  if (place.startsWith("s3://")) return place;
  return join(isAbsolute(place) ? place : join(machine.workingDirectory, place), "/");
}

function backupOf(values: Values, machine: Machine): Config["backup"] {
  const { VEDETTE_BACKUP: place } = values;
  return {
    location: place && folderOfBackups(place, machine),
    key: values.VEDETTE_BACKUP_KEY,
    minuteOfDay: values.VEDETTE_BACKUP_TIME,
    keep: values.VEDETTE_BACKUP_KEEP,
    withResults: values.VEDETTE_BACKUP_RESULTS,
    bucket: s3StoreOf(values),
  };
}

function oidcOf(values: Values): Config["oidc"] {
  const { VEDETTE_OIDC_ISSUER: issuer, VEDETTE_OIDC_CLIENT_ID: clientId } = values;
  const clientSecret = values.VEDETTE_OIDC_CLIENT_SECRET;
  if (issuer === null || clientId === null || clientSecret === null) return null;
  return { issuer, clientId, clientSecret, name: values.VEDETTE_OIDC_NAME };
}

function firstAccountOf(values: Values): Config["firstAccount"] {
  const { VEDETTE_ADMIN_EMAIL: email, VEDETTE_ADMIN_PASSWORD: password } = values;
  return email === null || password === null ? null : { email, password };
}

function natsOf(values: Values): Config["nats"] {
  const { NATS_URL: url, NATS_CREDS: credentials, NATS_TLS_CA: ca } = values;
  if (url === null) return null;
  const tls = { ca, cert: values.NATS_TLS_CERT, key: values.NATS_TLS_KEY };
  return { url, credentials, tls, prefix: values.NATS_PREFIX, replicas: values.NATS_REPLICAS };
}

function stripeOf(values: Values): Config["stripe"] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === null || webhookSecret === null) return null;
  return { secretKey, webhookSecret, apiUrl: values.STRIPE_API_URL };
}

type Sources = { env: Environment; machine: Machine };
type Written = { text: string | null } | { error: string };

function readText(name: string, key: ConfigKey, { env, machine }: Sources): Written {
  const deprecated = (key.deprecatedName && env[key.deprecatedName]) || null;
  if (deprecated !== null && env[name]) {
    return {
      error: `${name} and its deprecated name ${key.deprecatedName} are both set: remove the latter.`,
    };
  }
  const direct = env[name] || deprecated;
  const file = (key.isSecret && env[`${name}_FILE`]) || null;
  if (file === null) return { text: direct };
  if (direct !== null) return { error: `${name} and ${name}_FILE are both set: set one of them.` };
  try {
    // Editors and `echo` append a line break that is not part of the secret.
    const text = machine.readFile(file).replace(/\r?\n$/, "");
    return text === "" ? { error: `${name}_FILE names ${file}, which is empty.` } : { text };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { error: `${name}_FILE names ${file}, which cannot be read (${reason}).` };
  }
}

function defaultText({ default: fallback }: ConfigKey, machine: Machine): string | null {
  return fallback === null || typeof fallback === "string" ? fallback : fallback.of(machine);
}

function errorSentence(name: string, key: ConfigKey, text: string): string {
  const shown = key.isSecret ? name : `${name}=${text}`;
  return `${shown} must be ${key.form.accepts}. Meaning: ${key.meaning}.`;
}

/** The cast is safe because the loop above processed every key of the table without an error. */
function asValues(values: Record<string, unknown>): Values {
  return values as Values;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
