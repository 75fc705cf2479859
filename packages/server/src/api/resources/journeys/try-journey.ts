import {
  JOURNEY_TEST_TIMEOUT_SECONDS_MAX,
  type JourneyTestRun,
  type JourneyTestScreenshot,
  type JourneyTestStep,
  type JourneyTry,
} from "@vedette/contract/journeys/journey-test-runs.ts";
import type { JourneyRunSpec, StepProgress } from "@vedette/contract/runs/run-job.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { assertNotUsedUp } from "../../../pipeline/quotas/quotas.ts";
import { specOf, toJourneyTarget } from "../../../pipeline/runs/run-targets.ts";
import { findCreateErrors, type TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { noRunner, type TestRuns, toTestRun, unavailable } from "../runs/service-test-runs.ts";
import { JOURNEYS, type JourneyFields } from "./journey-type.ts";
import { TestRunFiles } from "./test-run-files.ts";

export type JourneyTestInput = {
  input: JourneyTry;
  availability: OrgRunnerAvailability;
  testRuns: TestRuns;
  vault: Vault;
  artifacts: ArtifactStore;
  /** Null if the client waits for the result only. */
  progress: JourneyTestProgress | null;
};

/** Receives what a test run finds while it runs. */
export type JourneyTestProgress = {
  /** The definition is valid, and the run begins. */
  start(): void;
  step(step: JourneyTestStep): void;
  screenshot(screenshot: JourneyTestScreenshot): void;
};

type JourneyTestContext = Pick<TargetContext, "db" | "orgId" | "clock"> & {
  actor: Actor;
  /** Stops the run. */
  signal: AbortSignal;
  log: Logger;
};

/** A browser may have to start first, and a script ends up to 10 s after its timeout; then files are stored. */
const GRACE_MS = 45_000;
/** The timeout of a handler that waits for a test run of a journey. */
export const JOURNEY_TEST_HANDLER_TIMEOUT_MS = JOURNEY_TEST_TIMEOUT_SECONDS_MAX * 1_000 + GRACE_MS + 15_000;
/** Files of one test run; they exist until its end. */
const FILES_BYTES_MAX = 16 * 1_048_576;

/**
 * Runs an unsaved journey once, at the location and with the specification of a real run, but without a
 * trace, a video and baselines. Validates it like a create request. Nothing is stored; the run stops if the
 * client disconnects.
 */
export async function tryJourney(
  ctx: JourneyTestContext,
  { input, availability, testRuns, vault, artifacts, progress }: JourneyTestInput,
): Promise<JourneyTestRun> {
  const { orgId, signal, log } = ctx;
  const fields = JOURNEYS.toFields({ ...input, name: input.name ?? "" });
  JOURNEYS.assertMayWrite?.(ctx.actor, { before: null, after: fields });
  const location = await validLocation(ctx, { fields, availability, location: input.location ?? null });
  await assertNotUsedUp(ctx, "browser_runs");
  const servingLocation = workQueueFor(location, availability);
  if (servingLocation === null) throw noRunner(location);
  return testRuns.withSlot(orgId, async () => {
    const spec = await testSpec(ctx, fields, vault);
    progress?.start();
    const files = new TestRunFiles({ artifacts, log });
    const onStep = (step: StepProgress) => {
      progress?.step(toTestStep(step));
      if (progress && step.screenshot !== undefined) files.addScreenshot(step, progress.screenshot);
    };
    try {
      const limits = { timeoutSecondsMax: JOURNEY_TEST_TIMEOUT_SECONDS_MAX, graceMs: GRACE_MS };
      const request = { ...limits, orgId, location, servingLocation, spec, signal };
      const run = await testRuns.attempt({ ...request, ...(progress && { onStep }) });
      const found = await files.read(run.outcome);
      const { artifactError = null } = run.outcome;
      return { ...toTestRun(run), ...found, artifact_error: found.artifact_error ?? artifactError };
    } finally {
      await files.removeAll();
    }
  });
}

/** Returns the location of the test. Throws what is wrong with the definition. */
async function validLocation(
  ctx: JourneyTestContext,
  {
    fields,
    availability,
    location: wanted,
  }: { fields: JourneyFields; availability: OrgRunnerAvailability; location: string | null },
): Promise<string> {
  const errors = await findCreateErrors(ctx, JOURNEYS, { fields, availability });
  const location = wanted ?? fields.primary_location;
  if (!fields.locations.includes(location)) {
    errors.push({
      path: "location",
      message: `must be one of its locations: ${fields.locations.join(", ")}`,
    });
  }
  if (errors.length > 0) throw badFields(errors);
  return location;
}

async function testSpec(
  { db, orgId }: JourneyTestContext,
  fields: JourneyFields,
  vault: Vault,
): Promise<JourneyRunSpec> {
  const run = { org_id: orgId, overrides: null };
  const spec = await specOf(toJourneyTarget(fields, {}), run, { db, vault });
  if (spec?.kind !== "journey") {
    throw unavailable("A variable cannot be decrypted. Ask the operator of this server to check its log.");
  }
  const capture = { trace: "never", video: "never" } as const;
  return { ...spec, capture, filesBytesMax: FILES_BYTES_MAX, listsElements: true };
}

function toTestStep({ startedAtMs, durationMs, screenshot: _, ...step }: StepProgress): JourneyTestStep {
  return {
    ...step,
    started_at: startedAtMs === null ? null : new Date(startedAtMs).toISOString(),
    duration_ms: durationMs === null ? null : Math.round(durationMs),
  };
}
