import { type ApplyDocument, createApplyDocument } from "../../api/code/apply-document.ts";
import type { CodeDeps } from "../../api/code/code-context.ts";
import { getProject } from "../../api/code/projects.ts";
import type { Identity } from "../../api/identity/identity.ts";
import { rollUpNextChunk } from "../../pipeline/results/rollups/roll-up.ts";
import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import type { Definition } from "../../pipeline/scheduler/definition.ts";
import { phaseMs } from "../../pipeline/scheduler/grid.ts";
import { type Clock, systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { addExtras } from "./add-extras.ts";
import { SAMPLE_DAYS, type SampleTime } from "./episodes.ts";
import { SAMPLE_ORG_ID } from "./queries.ts";
import { recordHistory } from "./record-history.ts";
import { respondToOutages } from "./respond-to-outages.ts";
import {
  BACKUP_HEARTBEAT,
  COMPOSITE_MONITOR,
  SAMPLE_PROJECT,
  type SampleAddresses,
  sampleDocument,
  WORKER_HEARTBEAT,
} from "./sample-document.ts";
import {
  backupHistory,
  compositeHistory,
  type SampleOutcome,
  type SampleRange,
  serviceHistory,
  workerHistory,
} from "./sample-history.ts";
import { createSamplePeople, type DemoAccount } from "./sample-people.ts";
import { SAMPLE_SERVICES } from "./sample-services.ts";

/**
 * Creates the sample organization: its people, what its document describes as if it had been applied 30 days ago, the
 * results since then, and at last what has no generated history.
 */
export type SeedDeps = { code: CodeDeps; identity: Identity; log: Logger };

type SeedOptions = {
  time: SampleTime;
  addresses: SampleAddresses;
  /** Whether a browser for journeys is installed. */
  hasBrowser: boolean;
  days?: number;
};

/** Revisions of the project once everything is there. */
const REVISIONS = 2;

export async function seedDemo(
  deps: SeedDeps,
  { time, addresses, hasBrowser, days = SAMPLE_DAYS }: SeedOptions,
): Promise<DemoAccount> {
  const { database } = deps.code;
  const fromMs = time.startMs - days * DAY_MS;
  const account = await createSamplePeople({ ...deps, database }, { nowMs: fromMs });
  const past: Clock = { now: () => fromMs, monotonic: systemClock.monotonic };
  await apply(deps, past, sampleDocument(addresses, { startMs: time.startMs, live: null }));
  const keys = await keysOfTargets(deps);
  const results = await recordHistory(
    { database, log: deps.log },
    {
      ...{ orgId: SAMPLE_ORG_ID, targetIds: [...keys.keys()], time },
      range: { fromMs, toMs: time.startMs },
      historyOf: (definition, range) =>
        historyOf(keys.get(definition.targetId) ?? "", definition, { range, time }),
    },
  );
  await addExtras(database, time);
  await respondToOutages(database, time);
  await rollUp(deps, time);
  await apply(deps, systemClock, sampleDocument(addresses, { startMs: time.startMs, live: { hasBrowser } }));
  deps.log.info("demo.created", { results, days });
  return account;
}

/** False if a start ended before everything was created. */
export async function isSeeded({ code: { database: db } }: SeedDeps): Promise<boolean> {
  return (await getProject({ db, orgId: SAMPLE_ORG_ID }, SAMPLE_PROJECT)).revision >= REVISIONS;
}

async function apply(
  { code, log }: SeedDeps,
  clock: Clock,
  document: ReturnType<typeof sampleDocument>,
): Promise<void> {
  const applyDocument: ApplyDocument = createApplyDocument(
    // Nothing listens to events yet.
    { ...code, log, clock, queue: { publishEvents: () => {} } },
    { kind: "system", name: "demo" },
  );
  const written = { project: SAMPLE_PROJECT, document, sources: {}, credentials: {}, allowDelete: null };
  const { errors } = await applyDocument(SAMPLE_ORG_ID, written);
  if (errors === null) return;
  throw new Error(`the sample document was refused: ${JSON.stringify(errors)}`);
}

/** Keys in the document by the ids of targets. */
async function keysOfTargets({ code: { database: db } }: SeedDeps): Promise<Map<string, string>> {
  const { resources } = await getProject({ db, orgId: SAMPLE_ORG_ID }, SAMPLE_PROJECT);
  const targets = resources.filter(({ kind }) => kind === "monitor" || kind === "heartbeat");
  return new Map(targets.map(({ id, key }) => [id, key]));
}

function historyOf(
  key: string,
  { targetId, intervalMs }: Definition,
  { range, time }: { range: SampleRange; time: SampleTime },
): SampleOutcome[] {
  if (key === BACKUP_HEARTBEAT) return backupHistory(range, time);
  if (key === WORKER_HEARTBEAT) return workerHistory(range, time);
  const onGrid = { ...range, phaseMs: phaseMs(targetId, intervalMs) };
  if (key === COMPOSITE_MONITOR) return compositeHistory(onGrid, time);
  const service = SAMPLE_SERVICES.find((each) => each.key === key);
  return service ? serviceHistory(service, onGrid, time) : [];
}

async function rollUp({ code: { database } }: SeedDeps, { startMs }: SampleTime): Promise<void> {
  for (;;) if ((await rollUpNextChunk(database, startMs)).caughtUp) return;
}
