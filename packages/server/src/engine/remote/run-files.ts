import type { RunJob, RunOutcome, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { type ArtifactStore, READ_BYTES_MAX } from "../../platform/artifacts/artifact-store.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { ServerLink } from "./server-link.ts";
import { RequestRejectedError } from "./server-response.ts";

/**
 * Transfers the files of a run that runs here for a remote server. Runners use one local store. Baselines are
 * downloaded to it before the run, and artifacts are uploaded from it before the report.
 */

/** The server's references of files by their local keys. */
export type FileNames = Map<string, string>;

/**
 * Returns the job with its baselines stored locally. Fails if the server is unavailable: without baselines
 * the run would create new ones.
 */
export async function downloadBaselines(
  job: RunJob,
  { link, artifacts }: { link: Pick<ServerLink, "download">; artifacts: ArtifactStore },
): Promise<{ job: RunJob; names: FileNames }> {
  const names: FileNames = new Map();
  if (job.spec.kind !== "journey") return { job, names };
  const baselines: Record<string, string> = {};
  for (const [label, ref] of Object.entries(job.spec.baselines)) {
    const content = await link.download(ref);
    const saved = content && (await artifacts.save(content, { bytesMax: READ_BYTES_MAX }));
    // A missing file is reported in the same way as by the store.
    if (!saved) continue;
    if ("error" in saved) throw new Error(`A baseline was not saved on this machine: ${saved.message}`);
    baselines[label] = saved.key;
    names.set(saved.key, ref);
  }
  return { job: { ...job, spec: { ...job.spec, baselines } }, names };
}

/**
 * Uploads the files of a run and replaces their keys with the server's references. Files that were not
 * uploaded are removed and reported.
 */
export async function uploadFiles(
  outcome: RunOutcome,
  {
    ticket,
    names,
    link,
    artifacts,
    log,
  }: {
    ticket: string;
    names: FileNames;
    link: Pick<ServerLink, "upload">;
    artifacts: ArtifactStore;
    log: Logger;
  },
): Promise<RunOutcome> {
  const errors: string[] = [];
  for (const { key, kind, name } of outcome.artifacts ?? []) {
    if (names.has(key)) continue;
    const file = await artifacts.open(key);
    if (file === null) {
      errors.push(`${name} is gone`);
      continue;
    }
    try {
      names.set(key, await link.upload({ ticket, kind, ...file }));
    } catch (error) {
      if (!(error instanceof RequestRejectedError)) throw error;
      log.warn("runner.file_rejected", { kind, bytes: file.bytes, ...errorFacts(error) });
      errors.push(`the server rejected ${name}: ${error.message}`);
    } finally {
      file.stream.destroy();
    }
  }
  return renamed(outcome, names, errors);
}

/** Returns the outcome without its files, for files that were not uploaded in time. */
export function withoutFiles(outcome: RunOutcome, reason: string): RunOutcome {
  return renamed(outcome, new Map(), [reason]);
}

function renamed(
  { artifactError, lastPage, ...outcome }: RunOutcome,
  names: FileNames,
  errors: readonly string[],
): RunOutcome {
  const pageFile = lastPage && names.get(lastPage.screenshot);
  const allErrors = [...(artifactError === undefined ? [] : [artifactError]), ...errors];
  return {
    ...outcome,
    steps: outcome.steps.map((step) => renamedStep(step, names)),
    ...(outcome.artifacts && {
      artifacts: outcome.artifacts.flatMap((artifact) => {
        const ref = names.get(artifact.key);
        return ref === undefined ? [] : [{ ...artifact, key: ref }];
      }),
    }),
    ...(lastPage && pageFile !== undefined && { lastPage: { ...lastPage, screenshot: pageFile } }),
    ...(allErrors.length > 0 && { artifactError: allErrors.join("; ") }),
  };
}

function renamedStep({ screenshot, visualDiff, ...step }: StepOutcome, names: FileNames): StepOutcome {
  const shown = screenshot === undefined ? undefined : names.get(screenshot);
  const [baseline, actual] = visualDiff
    ? [names.get(visualDiff.baseline), names.get(visualDiff.actual)]
    : [undefined, undefined];
  return {
    ...step,
    ...(shown !== undefined && { screenshot: shown }),
    ...(visualDiff &&
      baseline !== undefined &&
      actual !== undefined && {
        visualDiff: {
          ...visualDiff,
          baseline,
          actual,
          diff: visualDiff.diff === null ? null : (names.get(visualDiff.diff) ?? null),
        },
      }),
  };
}

/** Returns every local key that an outcome contains. */
export function keysOf({ artifacts = [], steps }: RunOutcome): string[] {
  const ofSteps = steps.flatMap(({ screenshot, visualDiff }) => [
    ...(screenshot === undefined ? [] : [screenshot]),
    ...(visualDiff ? [visualDiff.actual, ...(visualDiff.diff === null ? [] : [visualDiff.diff])] : []),
  ]);
  return [...new Set([...artifacts.map(({ key }) => key), ...ofSteps])];
}
