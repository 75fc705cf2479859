import type { CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import { collectedFactsSchema } from "@vedette/contract/evidence/vantage-facts.ts";
import { moveCheckInstants, moveRunInstants } from "@vedette/contract/runners/report-instants.ts";
import { REPORTS_BYTES_MAX } from "@vedette/contract/runners/runner-protocol.ts";
import { checkOutcomeReport, runOutcomeReport } from "@vedette/contract/runners/runner-reports.ts";
import type { RunOutcome, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import { errorFacts } from "../../platform/kernel/logger.ts";
import { pause } from "../../platform/kernel/pause.ts";
import type { ClockOffset } from "./clock-offset.ts";
import type { HandedRun, InFlight } from "./in-flight.ts";
import { type Outbox, type OutboxDeps, ReportOutbox } from "./outbox.ts";
import type { OutgoingReport } from "./outgoing-report.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { keysOf, uploadFiles, withoutFiles } from "./run-files.ts";
import type { ServerLink } from "./server-link.ts";

export type ReportPublisherDeps = OutboxDeps & {
  link: Pick<ServerLink, "report" | "upload">;
  artifacts: ArtifactStore;
  inFlight: InFlight;
  offset: ClockOffset;
};

/** How long files wait for the server; a run has ended there by then. */
const FILES_KEPT_MS = 600_000;
const DRAIN_POLL_MS = 20;
const FILES_LOST = "the files were not uploaded because the server was unavailable";
const NEVER = new AbortController().signal;
/** The rest of the request takes some bytes. */
const OUTCOME_BYTES_MAX = REPORTS_BYTES_MAX - 10_000;

/** Reports the work in flight on this machine to the server: uploads files, then queues the reports. */
export class ReportPublisher {
  readonly #deps: ReportPublisherDeps;
  readonly #outbox: Outbox;
  /** Aborts uploads. */
  readonly #stopping = new AbortController();
  /** Number of finished runs whose files are being uploaded. */
  #uploading = 0;

  constructor(deps: ReportPublisherDeps) {
    this.#deps = deps;
    this.#outbox = new ReportOutbox(deps);
  }

  /** Sends the reports that earlier processes of this runner stored. */
  restore(): Promise<void> {
    return this.#outbox.restore();
  }

  /** Sends the latest reports again: the server was unavailable. */
  repeatRecent(): void {
    this.#outbox.repeatRecent();
  }

  publishChecks(reports: readonly (CheckReport | TestCheckReport)[]): void {
    for (const report of reports) {
      const ticket = this.#deps.inFlight.endCheck(report);
      if (ticket === null) continue;
      const isUrgent = report.trigger !== "schedule";
      const named = { ticket, outcome: this.#checkOutcome(report), ...this.#evidence(report) };
      this.#outbox.add({ kind: "check", report: named, isUrgent, isTest: report.trigger === "test" });
    }
  }

  publishRuns(reports: readonly RunReport[]): void {
    const { inFlight, offset, artifacts } = this.#deps;
    for (const report of reports) {
      const run = report.event === "started" ? inFlight.findRun(report) : inFlight.endRun(report);
      if (!run) continue;
      const { ticket } = run;
      if (report.event === "started") {
        const atMs = offset.toServer(report.atMs);
        this.#outbox.add({ kind: "run", report: { ticket, event: "started", at_ms: atMs } });
      } else if (report.event === "finished") void this.#publishFinished(run, report.outcome);
      else {
        this.#outbox.add({ kind: "run", report: { ticket, event: "unstarted" } });
        void artifacts.remove([...run.names.keys()]).catch((error: unknown) => this.#logFileError(error));
      }
    }
  }

  /** Sends the pending reports until `deadlineMs` (monotonic). Returns whether all were sent. */
  async stop(deadlineMs: number): Promise<boolean> {
    const { clock } = this.#deps;
    while (this.#uploading > 0 && clock.monotonic() < deadlineMs) await pause(DRAIN_POLL_MS, NEVER);
    const isDrained = await this.#outbox.drain(deadlineMs);
    this.#stopping.abort();
    await this.#outbox.stop();
    return isDrained && this.#uploading === 0;
  }

  #checkOutcome({ outcome, seriesKey }: CheckReport | TestCheckReport) {
    const moved = outcome && moveCheckInstants(outcome, this.#deps.offset.toServer);
    const parsed = checkOutcomeReport.nullable().safeParse(moved);
    if (parsed.success) return parsed.data;
    // This is a bug: the slot counts as missed, and the other reports are not delayed.
    const reason = parsed.error.issues[0]?.message;
    this.#deps.log.error("runner.outcome_invalid", { series_key: seriesKey, reason });
    return null;
  }

  #evidence(report: CheckReport | TestCheckReport) {
    if (!("evidence" in report)) return {};
    const parsed = collectedFactsSchema.safeParse(report.evidence);
    if (parsed.success) return { evidence: parsed.data };
    this.#deps.log.error("runner.evidence_invalid", { reason: parsed.error.issues[0]?.message });
    return {};
  }

  /** Never fails: an outcome is valid without its files. */
  async #publishFinished(run: HandedRun, outcome: RunOutcome): Promise<void> {
    this.#uploading += 1;
    const keys = new Set([...keysOf(outcome), ...run.names.keys()]);
    const toReport = (of: RunOutcome): OutgoingReport => ({
      kind: "run",
      report: { ticket: run.ticket, event: "finished", outcome: this.#runOutcome(of) },
    });
    const endKeeping = this.#outbox.keepMeanwhile(toReport(withoutFiles(outcome, FILES_LOST)));
    try {
      this.#outbox.add(toReport(await this.#upload(run, outcome)));
      endKeeping();
      await this.#deps.artifacts.remove([...keys]);
    } catch (error) {
      this.#logFileError(error);
    } finally {
      this.#uploading -= 1;
    }
  }

  async #upload({ ticket, names }: HandedRun, outcome: RunOutcome): Promise<RunOutcome> {
    const { clock, log, link, artifacts } = this.#deps;
    const deadlineMs = clock.monotonic() + FILES_KEPT_MS;
    try {
      const work = () => uploadFiles(outcome, { ticket, names, link, artifacts, log });
      return await retryWhileUnavailable(work, { clock, log, signal: this.#stopping.signal, deadlineMs });
    } catch (error) {
      log.warn("runner.files_upload_failed", errorFacts(error));
      return withoutFiles(outcome, FILES_LOST);
    }
  }

  #runOutcome(outcome: RunOutcome): RunOutcome {
    const moved = moveRunInstants(outcome, this.#deps.offset.toServer);
    const parsed = runOutcomeReport.safeParse(moved);
    const reason = parsed.success ? sizeError(moved) : (parsed.error.issues[0]?.message ?? "unknown");
    if (reason === null) return moved;
    this.#deps.log.error("runner.outcome_invalid", { reason });
    const message = `The runner had an internal error: its result cannot be sent (${reason}).`;
    const { startedAtMs, finishedAtMs } = moved;
    return { startedAtMs, finishedAtMs, error: { code: "INTERNAL", message, stepIndex: null }, steps: [] };
  }

  #logFileError(error: unknown): void {
    this.#deps.log.warn("runner.files_delete_failed", errorFacts(error));
  }
}

function sizeError(outcome: RunOutcome): string | null {
  const bytes = Buffer.byteLength(JSON.stringify(outcome));
  return bytes > OUTCOME_BYTES_MAX ? `it has ${bytes} bytes, more than ${OUTCOME_BYTES_MAX}` : null;
}
