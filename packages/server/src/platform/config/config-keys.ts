import { LOG_LEVELS } from "../kernel/logger.ts";
import type { ConfigKey } from "./config-key.ts";
import {
  directory,
  masterKey,
  masterKeys,
  oneOf,
  onOrOff,
  secret,
  secretUrl,
  singleLineText,
} from "./forms.ts";
import { BACKUP_KEYS } from "./keys/backup-keys.ts";
import { BROWSER_KEYS } from "./keys/browser-keys.ts";
import { CODE_FOLDER_KEYS } from "./keys/code-folder-keys.ts";
import { EGRESS_KEYS } from "./keys/egress-keys.ts";
import { FIRST_ACCOUNT_KEYS } from "./keys/first-account-keys.ts";
import { HTTP_KEYS } from "./keys/http-keys.ts";
import { MAIL_KEYS } from "./keys/mail-keys.ts";
import { NATS_KEYS } from "./keys/nats-keys.ts";
import { OIDC_KEYS } from "./keys/oidc-keys.ts";
import { REMOTE_KEYS } from "./keys/remote-keys.ts";
import { REQUEST_KEYS } from "./keys/request-keys.ts";
import { RETENTION_KEYS } from "./keys/retention-keys.ts";
import { RUNNER_KEYS } from "./keys/runner-keys.ts";
import { S3_KEYS } from "./keys/s3-keys.ts";
import { STRIPE_KEYS } from "./keys/stripe-keys.ts";

/**
 * Every environment variable that the server reads, with its description, default and the reason for the default.
 * `docs/reference/configuration.md` is generated from this table.
 */
export const CONFIG_KEYS = {
  ...HTTP_KEYS,
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
  ...OIDC_KEYS,
  ...STRIPE_KEYS,
  ...REQUEST_KEYS,
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
  ...RETENTION_KEYS,
  VEDETTE_PLANS: {
    meaning: "Path of a JSON file with the available plans, their limits and prices",
    form: singleLineText,
    unit: null,
    default: null,
    reason:
      "If not set, the plans free, pro and business are offered, and every organization starts on self-hosted, which has no limits.",
  },
  ...EGRESS_KEYS,
  ...RUNNER_KEYS,
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

export type ConfigKeyName = keyof typeof CONFIG_KEYS;
