import { backupKey, backupLocation, onOrOff, timeOfDay, wholeNumber } from "../forms.ts";

/** Settings of backups. */
export const BACKUP_KEYS = {
  VEDETTE_BACKUP: {
    meaning:
      "Place of nightly backups: a folder, or s3://bucket/prefix with S3_ENDPOINT, S3_REGION and S3_ACCESS_KEY_ID",
    form: backupLocation,
    unit: null,
    default: null,
    reason:
      "If not set, no backup is made at night: a copy on the same disk would only look safe. `vedette backup` makes one at any time.",
  },
  VEDETTE_BACKUP_KEY: {
    meaning:
      "Key of backups: a passphrase of at least 16 characters, or a recipient of age (age1…); `vedette restore` needs the passphrase or the identity (AGE-SECRET-KEY-1…)",
    form: backupKey,
    unit: null,
    default: null,
    reason:
      "Backups contain everything that is monitored and who is notified. It is not the master key, which backups do not contain. With a recipient the server cannot decrypt its own backups.",
    isSecret: true,
  },
  VEDETTE_BACKUP_TIME: {
    meaning: "Time of the nightly backup, in UTC",
    form: timeOfDay,
    unit: null,
    default: "03:40",
    reason: "After the jobs that delete old results, so that backups do not contain them.",
  },
  VEDETTE_BACKUP_KEEP: {
    meaning: "Nightly backups to keep; older ones are removed after a new one is complete",
    form: wholeNumber({ min: 1, max: 1_000 }),
    unit: "backups",
    default: "7",
    reason: "A mistake is often noticed only after a weekend.",
  },
  VEDETTE_BACKUP_RESULTS: {
    meaning: "Whether nightly backups contain each result, run and ping; without them, only their statistics",
    form: onOrOff,
    unit: null,
    default: "on",
    reason: "They are nine tenths of a backup, and the detail of every past outage.",
  },
} as const;
