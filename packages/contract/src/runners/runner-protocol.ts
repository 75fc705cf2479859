import { z } from "zod";
import type { CheckJob } from "../checks/check-run.ts";
import { ARTIFACT_KINDS } from "../runs/artifacts.ts";
import type { RunJob } from "../runs/run-job.ts";
import { checkOutcomeReport, runOutcomeReport } from "./runner-reports.ts";

/**
 * What a runner at a private location and the server say to each other over HTTPS. The runner asks; the server
 * never connects to it.
 */

/**
 * Raised when a runner of before could not work with the server any more. Sent in the header below, and refused
 * with what to do where it is another one.
 */
export const RUNNER_PROTOCOL = 1;
export const RUNNER_PROTOCOL_HEADER = "x-vedette-runner-protocol";

/** How long the server holds a question for work: with what follows it, a runner that is gone is missed in 45 s. */
export const POLL_HOLD_MS = 20_000;

/** How long a runner keeps what it cannot hand in. Source: security.md, F05. */
export const REPORT_KEPT_MS = 600_000;

/** All that one request may carry, unpacked. Reports of runs hold bodies of up to 64 KiB a step. */
export const REPORTS_BYTES_MAX = 16 * 1_048_576;
const REPORTS_OF_KIND_MAX = 1_000;

const runnerName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,63}$/, "must be 1 to 63 letters, digits, dots, - or _");
const free = z.number().int().min(0).max(100_000);

/** A kind of work that is left out is none that this runner makes, or not what this question is about. */
export const runnerPoll = z
  .strictObject({
    runner: runnerName.meta({ description: "The name that results show" }),
    capacity: z
      .strictObject({
        checks: free.exactOptional(),
        api_monitor: free.exactOptional(),
        journey: free.exactOptional(),
      })
      .meta({ description: "How much more of each kind it can take now" }),
    sent_at_ms: z.number().meta({ description: "By the runner's clock, epoch milliseconds" }),
    version: z.string().max(50),
  })
  .meta({ id: "RunnerPoll" });
export type RunnerPoll = z.output<typeof runnerPoll>;

const TICKET_LENGTH_MAX = 1_000;
const ticket = z.string().min(1).max(TICKET_LENGTH_MAX).meta({
  description: "Says which work it is, signed by the server; a report shows it",
});
const job = z.record(z.string(), z.unknown());

export const runnerWorkSchema = z
  .object({
    checks: z.array(z.object({ ticket, job: job.meta({ description: "A check, with what it needs" }) })),
    runs: z.array(z.object({ ticket, job: job.meta({ description: "An attempt of a run" }) })),
    received_at_ms: z.number().meta({ description: "By the server's clock, as the question came" }),
    answered_at_ms: z.number(),
  })
  .meta({ id: "RunnerWork" });

/**
 * The work as both sides handle it. The server hands out what its queue carries, unchanged but for references of
 * files, and a runner has no reason to doubt the server that it was told to work for.
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
          outcome: checkOutcomeReport.nullable().meta({ description: "Null: it was not made" }),
        }),
      )
      .max(REPORTS_OF_KIND_MAX),
    runs: z
      .array(
        z.discriminatedUnion("event", [
          z.strictObject({ ticket, event: z.literal("started"), at_ms: z.number().min(0) }),
          z.strictObject({ ticket, event: z.literal("finished"), outcome: runOutcomeReport }),
          z.strictObject({ ticket, event: z.literal("unstarted") }),
        ]),
      )
      .max(REPORTS_OF_KIND_MAX),
  })
  .meta({ id: "RunnerReports" });
export type RunnerReports = z.output<typeof runnerReports>;

export const runnerReceiptSchema = z
  .object({
    accepted: z.number(),
    refused: z.number().meta({
      description:
        "Reports of work that was not handed out with this key, or too long ago: not to be sent again",
    }),
  })
  .meta({ id: "RunnerReceipt" });
export type RunnerReceipt = z.output<typeof runnerReceiptSchema>;

/** The fields of a file of a run, beside `file`. */
export const runnerArtifactForm = z.strictObject({
  kind: z.enum(ARTIFACT_KINDS),
  ticket,
  org_id: z.string().optional(),
});

export const runnerArtifactSchema = z
  .object({
    ref: z.string().meta({ description: "Names the file in the run's report" }),
    bytes: z.number(),
  })
  .meta({ id: "RunnerArtifact" });

export const runnerFileParams = z.object({ ref: z.string() });
