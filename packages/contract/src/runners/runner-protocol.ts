import { z } from "zod";
import type { CheckJob } from "../checks/check-run.ts";
import { collectedFactsSchema } from "../evidence/vantage-facts.ts";
import { ARTIFACT_KINDS } from "../runs/artifacts.ts";
import type { RunJob } from "../runs/run-job.ts";
import { checkOutcomeReport, runOutcomeReport } from "./runner-reports.ts";

/**
 * The HTTPS protocol between the server and a runner at a private location. The runner polls; the server never connects
 * to it.
 */

/**
 * Incremented when earlier runners can no longer work with the server. Sent in the header below; a request with another
 * version is rejected with instructions.
 */
export const RUNNER_PROTOCOL = 1;
export const RUNNER_PROTOCOL_HEADER = "x-vedette-runner-protocol";

/** How long the server holds a poll: including the follow-up, a lost runner is detected within 45 s. */
export const POLL_HOLD_MS = 20_000;

/** How long a runner keeps reports that it cannot deliver, and how long the server accepts them. */
export const REPORT_KEPT_MS = 86_400_000;

/** Maximum size of one request, uncompressed. Reports of runs contain bodies of up to 64 KiB per step. */
export const REPORTS_BYTES_MAX = 16 * 1_048_576;
const REPORTS_PER_KIND_MAX = 1_000;

const runnerName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,63}$/, "must be 1 to 63 characters: letters, digits, dots, - and _");
const freeSlots = z.number().int().min(0).max(100_000);

/** An absent kind of work is one that this runner does not support or does not request in this poll. */
export const runnerPoll = z
  .strictObject({
    runner: runnerName.meta({ description: "Runner name shown in results" }),
    capacity: z
      .strictObject({
        checks: freeSlots.exactOptional(),
        api_monitor: freeSlots.exactOptional(),
        journey: freeSlots.exactOptional(),
      })
      .meta({ description: "Free capacity for each kind of work" }),
    sent_at_ms: z.number().meta({ description: "Runner clock, epoch milliseconds" }),
    version: z.string().max(50),
  })
  .meta({ id: "RunnerPoll" });
export type RunnerPoll = z.output<typeof runnerPoll>;

const TICKET_LENGTH_MAX = 1_000;
const ticket = z.string().min(1).max(TICKET_LENGTH_MAX).meta({
  description: "Identifies the work, signed by the server; reports include it",
});
const job = z.record(z.string(), z.unknown());

export const runnerWorkSchema = z
  .object({
    checks: z.array(z.object({ ticket, job: job.meta({ description: "A check with its spec" }) })),
    runs: z.array(z.object({ ticket, job: job.meta({ description: "An attempt of a run" }) })),
    received_at_ms: z.number().meta({ description: "Server clock when the poll arrived" }),
    answered_at_ms: z.number(),
  })
  .meta({ id: "RunnerWork" });

/**
 * The work as both sides use it. The server returns the jobs of its queue unchanged except for file references. A runner
 * trusts the server that it was configured for.
 */
export type RunnerWork = Omit<z.output<typeof runnerWorkSchema>, "checks" | "runs"> & {
  checks: { ticket: string; job: CheckJob }[];
  runs: { ticket: string; job: RunJob }[];
};

export const runnerReports = z
  .strictObject({
    runner: runnerName,
    checks: z
      .array(
        z.strictObject({
          ticket,
          outcome: checkOutcomeReport.nullable().meta({ description: "Null if the check was not made" }),
          evidence: collectedFactsSchema
            .exactOptional()
            .meta({ description: "Of work that asks for evidence; `outcome` is null then" }),
        }),
      )
      .max(REPORTS_PER_KIND_MAX),
    runs: z
      .array(
        z.discriminatedUnion("event", [
          z.strictObject({ ticket, event: z.literal("started"), at_ms: z.number().min(0) }),
          z.strictObject({ ticket, event: z.literal("finished"), outcome: runOutcomeReport }),
          z.strictObject({ ticket, event: z.literal("unstarted") }),
        ]),
      )
      .max(REPORTS_PER_KIND_MAX),
  })
  .meta({ id: "RunnerReports" });
export type RunnerReports = z.output<typeof runnerReports>;

export const runnerReceiptSchema = z
  .object({
    accepted: z.number(),
    refused: z.number().meta({
      description:
        "Reports of work that was not assigned with this key or is too old; do not send them again",
    }),
  })
  .meta({ id: "RunnerReceipt" });
export type RunnerReceipt = z.output<typeof runnerReceiptSchema>;

/** The form fields of an artifact upload, besides `file`. */
export const runnerArtifactForm = z.strictObject({
  kind: z.enum(ARTIFACT_KINDS),
  ticket,
  org_id: z.string().optional(),
});

export const runnerArtifactSchema = z
  .object({
    ref: z.string().meta({ description: "Identifies the file in the report of the run" }),
    bytes: z.number(),
  })
  .meta({ id: "RunnerArtifact" });

export const runnerFileParams = z.object({ ref: z.string() });
