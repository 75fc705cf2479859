import { z } from "zod";

/** What keeps Vedette itself from working as configured, found by its own processes. */
export const SERVICE_PROBLEM_CODES = [
  "storage_disk_full",
  "storage_read_only",
  "storage_connection_limit",
  "storage_permission",
  "storage_io_error",
  "storage_waits",
  "storage_recovering",
  "storage_unreachable",
  "clock_wrong",
  "authorities_missing",
  "dns_silent",
  "chromium_missing",
  "runner_outdated",
  "backup_overdue",
] as const;

export type ServiceProblemCode = (typeof SERVICE_PROBLEM_CODES)[number];

/** Why results are not stored. `message` is to be read after the word "storage"; `sinceMs` is Unix time in milliseconds. */
export type StorageOutage = {
  code: Extract<ServiceProblemCode, `storage_${string}`>;
  message: string;
  sinceMs: number;
};

export const serviceProblem = z.object({
  code: z.enum(SERVICE_PROBLEM_CODES),
  message: z.string().describe("What is wrong and what to do, in one sentence"),
  since: z.iso.datetime().describe("When this process found it first"),
});
export type ServiceProblem = z.infer<typeof serviceProblem>;
