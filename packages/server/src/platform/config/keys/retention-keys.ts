import type { ConfigKey } from "../config-key.ts";
import { httpUrlOrOff, wholeNumber, wholeNumberOrOff } from "../forms.ts";

/** Settings of what is stored, and for how long. */
export const RETENTION_KEYS = {
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
} as const satisfies Record<string, ConfigKey>;
