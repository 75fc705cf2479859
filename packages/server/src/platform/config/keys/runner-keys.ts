import type { ConfigKey } from "../config-key.ts";
import { addressOrOff, canaryList, location, name, onOrOff, wholeNumber } from "../forms.ts";

/** Settings of the runners of this process and of their location. */
export const RUNNER_KEYS = {
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
} as const satisfies Record<string, ConfigKey>;

/** Derives a runner name from a host name: the part before the first dot, with invalid characters replaced. */
function runnerName(hostName: string): string {
  const short = hostName.split(".", 1)[0] ?? "";
  return short.replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63) || "runner";
}
