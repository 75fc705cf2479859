import type { Client } from "../../client.ts";
import { NotEndedError, RefusedError, UnavailableError } from "../../exit-codes.ts";
import { followRun } from "../runs/follow-run.ts";
import type { Outcome, OutcomeStatus, RunTarget } from "./outcome.ts";

/** Targets in progress at a time, so that one pipeline does not occupy all runners. */
const PARALLEL_MAX = 4;

export type RunOptions = {
  location: string | undefined;
  baseUrl: string | undefined;
  variables: Readonly<Record<string, string>>;
  /** Targets that run even if they are paused, because they were named by ID. */
  named: ReadonlySet<string>;
  timeoutMs: number;
  /** Called once for each outcome, when it is known. */
  report(outcome: Outcome): void;
};

/** Runs the targets, a few at a time, and returns their outcomes in the order of the targets. */
export async function runTargets(
  client: Client,
  targets: readonly RunTarget[],
  options: RunOptions,
): Promise<Outcome[]> {
  const endsAt = performance.now() + options.timeoutMs;
  const outcomes: Outcome[][] = targets.map(() => []);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < targets.length; index = next++) {
      const target = targets[index];
      if (target === undefined) return;
      const found = await runTarget(client, target, { ...options, endsAt });
      for (const outcome of found) options.report(outcome);
      outcomes[index] = found;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_MAX }, work));
  return outcomes.flat();
}

type TargetOptions = RunOptions & { endsAt: number };

async function runTarget(client: Client, target: RunTarget, options: TargetOptions): Promise<Outcome[]> {
  const skipped = reasonToSkip(target, options);
  if (skipped !== null) return [outcomeOf(target, { status: "skipped", message: skipped })];
  const leftMs = options.endsAt - performance.now();
  if (leftMs <= 0)
    return [outcomeOf(target, { status: "not_ended", message: "It was not started in time." })];
  try {
    if (target.kind === "monitor") return await checkMonitor(client, target, { ...options, leftMs });
    return await runSteps(client, target, options);
  } catch (error) {
    return [outcomeOf(target, failureOf(error, options.endsAt))];
  }
}

function reasonToSkip(target: RunTarget, { location, baseUrl, named }: TargetOptions): string | null {
  if (!target.enabled && !named.has(target.id)) return "It is paused.";
  if (location !== undefined && !target.locations.includes(location))
    return `It does not run at ${location}.`;
  if (baseUrl !== undefined && target.kind !== "journey") return "--base-url is for journeys only.";
  return null;
}

async function checkMonitor(
  client: Client,
  target: RunTarget,
  { location, leftMs }: TargetOptions & { leftMs: number },
): Promise<Outcome[]> {
  const { results } = await client.checkMonitor(target.id, Math.ceil(leftMs));
  return results
    .filter((result) => location === undefined || result.location === location)
    .map((result) =>
      outcomeOf(target, {
        location: result.location,
        status: CHECK_STATUSES[result.status],
        duration_ms: result.response_time_ms,
        message: result.error === null ? null : `${result.error.code}: ${result.error.message}`,
      }),
    );
}

const CHECK_STATUSES = {
  up: "passed",
  degraded: "passed",
  down: "failed",
  error: "not_judged",
} as const satisfies Record<string, OutcomeStatus>;

async function runSteps(client: Client, target: RunTarget, options: TargetOptions): Promise<Outcome[]> {
  const ids = await startRuns(client, target, options);
  return Promise.all(
    ids.map(async (id) => {
      const leftMs = Math.max(0, options.endsAt - performance.now());
      try {
        const run = await followRun(client, id, leftMs);
        return outcomeOf(target, {
          location: run.location,
          status: run.status === "passed" ? "passed" : "failed",
          duration_ms: run.duration_ms,
          message: run.error === null ? null : `${run.error.code}: ${run.error.message}`,
          url: run.web_url,
        });
      } catch (error) {
        return outcomeOf(target, failureOf(error, options.endsAt));
      }
    }),
  );
}

async function startRuns(
  client: Client,
  { id, kind }: RunTarget,
  { location, baseUrl, variables }: TargetOptions,
): Promise<string[]> {
  if (kind === "api_monitor") return client.runApiMonitor(id, location);
  const started = await client.runJourney(id, {
    ...(location !== undefined && { location }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(Object.keys(variables).length > 0 && { variables }),
  });
  return [started.id];
}

function failureOf(error: unknown, endsAt: number): { status: OutcomeStatus; message: string } {
  // The request of a check ends with the time that is left for it.
  if (error instanceof UnavailableError && performance.now() >= endsAt)
    return { status: "not_ended", message: "It did not end in time; it continues." };
  if (error instanceof RefusedError) return { status: "refused", message: error.message };
  if (error instanceof NotEndedError) return { status: "not_ended", message: error.message };
  if (error instanceof UnavailableError) return { status: "unreachable", message: error.message };
  throw error;
}

function outcomeOf(
  { id, kind, name }: RunTarget,
  found: Pick<Outcome, "status" | "message"> & Partial<Outcome>,
): Outcome {
  return { target: { id, kind, name }, location: null, duration_ms: null, url: null, ...found };
}
