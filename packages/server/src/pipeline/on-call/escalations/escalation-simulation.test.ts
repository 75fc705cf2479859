import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { EscalationStep, StepTarget } from "@vedette/contract/on-call/escalation-policies.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAlert, makeChannel } from "../../../../test/alerting.ts";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { createManualClock, type ManualClock } from "../../../../test/deliveries.ts";
import { crashingDatabase, ProcessEnded } from "../../../../test/on-call/crashing-database.ts";
import {
  listStepFacts,
  makePolicy,
  makeReachable,
  readAlerts,
  setAlertPolicy,
} from "../../../../test/on-call/escalation-maker.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { acknowledgeOpenAlert, unacknowledgeOpenAlert } from "../../alerting/alerts/acknowledgement.ts";
import { endAlert } from "../../alerting/alerts/end-alerts.ts";
import { NO_SUPPRESSION } from "../../alerting/alerts/suppression.ts";
import { afterStep, decideNext, type EscalationProgress, startProgress } from "./advance-escalation.ts";
import { advanceDue } from "./escalation-jobs.ts";
import { startEscalations } from "./start-escalations.ts";

const HISTORIES = 200;
const TICKS = 30;
const TICK_MS = 60_000;
const SEED = 20_261_127;
/** From 1 to 1,100 statements, most often few: a run with many ends at last. */
const statementsOf = (random: () => number): number => Math.floor(Math.exp(random() * 7));

let harness: TestDatabase;
let database: Database;
let orgId: OrgId;
let people: { reached: string; unreachable: string; stranger: string };
let channels: { working: string; disabled: string };
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = (await makeOrganization(database)) as OrgId;
  people = {
    reached: await makeReachable(database, orgId),
    unreachable: await makeReachable(database, orgId, { isReachable: false }),
    stranger: newId(Date.now()),
  };
  channels = { working: await makeChannel(database, orgId), disabled: await makeChannel(database, orgId) };
  await database.run(sql`update alert_channel set disabled_at = now() where id = ${channels.disabled}`);
});
afterAll(() => harness.drop());

type Who = keyof typeof people | keyof typeof channels | "gap";
type Act = "acknowledge" | "unacknowledge" | "resolve";
type History = {
  steps: { wait: number; who: Who[]; isForWarnings: boolean }[];
  repeatCount: number;
  hasFallback: boolean;
  opensAt: number;
  acts: { at: number; act: Act }[];
};

const histories: fc.Arbitrary<History> = fc.record({
  steps: fc.array(
    fc.record({
      wait: fc.constantFrom(0, 60, 90, 300),
      who: fc.uniqueArray(
        fc.constantFrom<Who>("reached", "unreachable", "stranger", "working", "disabled", "gap"),
        { minLength: 1, maxLength: 3 },
      ),
      isForWarnings: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  repeatCount: fc.nat(2),
  hasFallback: fc.boolean(),
  opensAt: fc.nat(8),
  acts: fc.array(
    fc.record({
      at: fc.integer({ min: 1, max: TICKS - 1 }),
      act: fc.constantFrom<Act>("acknowledge", "acknowledge", "unacknowledge", "resolve"),
    }),
    { maxLength: 3 },
  ),
});

function targetOf(who: Who): StepTarget {
  if (who === "working" || who === "disabled") return { type: "channel", id: channels[who] };
  if (who === "gap") return { type: "schedule", id: newId(Date.now()) };
  return { type: "user", id: people[who] };
}

const toStep = ({ wait, who, isForWarnings }: History["steps"][number]): EscalationStep => ({
  ...{ wait_seconds: wait, notify: who.map(targetOf) },
  // The alerts of makeAlert are warnings.
  severities: isForWarnings ? ["warning"] : ["critical", "warning"],
});

type Run = History & { policyId: string; alertId: string; model: Model };
type Model = {
  progress: EscalationProgress | null;
  isOpen: boolean;
  isAcknowledged: boolean;
  steps: { round: number; step: number; at: number; who: Who[] }[];
};

test("200 escalations take each step once and at its time, wherever processes end", async () => {
  const clock = createManualClock();
  const random = randomOf(SEED);
  const runs = await Promise.all(
    fc.sample(histories, { numRuns: HISTORIES, seed: SEED }).map(async (history): Promise<Run> => {
      const fallbackId = history.hasFallback
        ? await makePolicy(database, { orgId, steps: [{ wait_seconds: 60, notify: [targetOf("working")] }] })
        : null;
      const { repeatCount } = history;
      const policy = { orgId, steps: history.steps.map(toStep), repeatCount, fallbackId };
      const policyId = await makePolicy(database, policy);
      const model = { progress: null, isOpen: false, isAcknowledged: false, steps: [] };
      return { ...history, policyId, alertId: "", model };
    }),
  );
  for (let tick = 0; tick < TICKS; tick++) {
    await openAlerts(
      runs.filter(({ opensAt }) => opensAt === tick),
      { clock, random },
    );
    for (const run of runs)
      for (const { at, act } of run.acts) if (at === tick) await perform(run, act, clock);
    await untilDone(random, (db) =>
      advanceDue(
        { database: db, clock, log: SILENT, suppression: NO_SUPPRESSION },
        { signal: AbortSignal.timeout(30_000) },
      ),
    );
    for (const run of runs) advanceModel(run, clock.now());
    clock.move(TICK_MS);
  }
  await compareSteps(runs);
  await comparePages();
  await compareNotifications();
});

const SILENT = { debug() {}, info() {}, warn() {}, error() {} } as never;

async function openAlerts(
  opening: Run[],
  { clock, random }: { clock: ManualClock; random: () => number },
): Promise<void> {
  for (const run of opening) {
    run.alertId = await makeAlert(database, { orgId, atMs: clock.now() });
    await setAlertPolicy(database, run.alertId, run.policyId);
    run.model.progress = startProgress(clock.now());
    run.model.isOpen = true;
    advanceModel(run, clock.now());
  }
  const ids = opening.map(({ alertId }) => alertId);
  await untilDone(random, (db) =>
    db.transaction(async (tx) => startEscalations(tx, await readAlerts(tx, ids), clock.now())),
  );
}

/** Runs work in processes that end at random, until one finishes. */
async function untilDone(random: () => number, work: (db: Database) => Promise<void>): Promise<void> {
  while (true) {
    const statements = statementsOf(random);
    const commits = Math.floor(random() * 4);
    try {
      return await work(crashingDatabase(database, { statements, commits }));
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    }
  }
}

async function perform({ alertId, model }: Run, act: Act, clock: ManualClock): Promise<void> {
  if (alertId === "" || !model.isOpen) return;
  const nowMs = clock.now();
  const alert = { id: alertId, nowMs };
  await database.transaction(async (db: Db) => {
    if (act === "acknowledge") await acknowledgeOpenAlert(db, orgId, { ...alert, by: people.reached });
    if (act === "unacknowledge") await unacknowledgeOpenAlert(db, orgId, alert);
    if (act === "resolve") await endAlert(db, { ...alert, orgId, by: people.reached });
  });
  const wasOver = model.progress === null;
  if (act === "acknowledge") model.isAcknowledged = true;
  if (act === "unacknowledge" && model.isAcknowledged) {
    model.isAcknowledged = false;
    // An escalation that has ended starts again: a second one of the same alert.
    if (wasOver) model.progress = { ...startProgress(nowMs), round: SECOND };
  }
  if (act === "resolve") model.isOpen = false;
}

/** Rounds of a second escalation of an alert are counted from here in the model. */
const SECOND = 1_000;

function advanceModel({ steps, repeatCount, hasFallback, model }: Run, nowMs: number): void {
  const plan = [
    { ...{ id: "", name: "", repeatCount, repeatWaitSeconds: 300 }, steps: steps.map(toStep) },
    ...(hasFallback
      ? [
          {
            ...{ id: "", name: "", repeatCount: 0, repeatWaitSeconds: 300 },
            steps: [{ wait_seconds: 60, notify: [targetOf("working")] }],
          },
        ]
      : []),
  ];
  while (model.progress !== null && model.isOpen && !model.isAcknowledged) {
    const next = decideNext(plan, model.progress, { nowMs, severity: "warning" });
    model.progress = next.progress;
    if (next.type === "wait") return;
    if (next.type === "end") {
      model.progress = null;
      return;
    }
    const { policy, round, step } = next.progress;
    const who: Who[] = policy === 0 ? (steps[step]?.who ?? []) : ["working"];
    model.steps.push({ round: round % SECOND, step, at: nowMs, who });
    const reached = who.some((each) => each === "reached" || each === "working");
    model.progress = afterStep(next.progress, { reached, nowMs });
  }
}

async function compareSteps(runs: readonly Run[]): Promise<void> {
  const stored = Map.groupBy(await listStepFacts(database, orgId), ({ alert_id }) => alert_id);
  const taken = (run: Run) => (stored.get(run.alertId) ?? []).filter(({ outcome }) => outcome !== "skipped");
  expect(runs.reduce((sum, { model }) => sum + model.steps.length, 0)).toBeGreaterThan(HISTORIES);
  for (const run of runs)
    expect(taken(run).map(({ round, step, at }) => ({ round, step, at: at.getTime() }))).toEqual(
      run.model.steps.map(({ round, step, at }) => ({ round, step, at })),
    );
}

/** Every person of a step has exactly one page, and there are no others. */
async function comparePages(): Promise<void> {
  const pages = await database.rows<object>(sql`
    select escalation_id, round, step, person_id::text, outcome from page where org_id = ${orgId}
    order by escalation_id, round, step, person_id`);
  const entries = await database.rows<object>(sql`
    select s.escalation_id, s.round, s.step, n ->> 'personId' as person_id, n ->> 'outcome' as outcome
    from escalation_step s, jsonb_array_elements(s.notified) n
    where s.org_id = ${orgId} and n ->> 'personId' is not null
    order by s.escalation_id, s.round, s.step, (n ->> 'personId')::uuid`);
  expect(pages.length).toBeGreaterThan(HISTORIES);
  expect(pages).toEqual(entries);
}

async function compareNotifications(): Promise<void> {
  const sent = await database.find<{ sent: number; wanted: number; opened_twice: number }>(sql`
    select
      (select count(*)::int4 from alert_notification where org_id = ${orgId} and kind in ('opened', 'reminder')) as sent,
      (select count(*)::int4 from escalation_step s, jsonb_array_elements(s.notified) n
        where s.org_id = ${orgId} and n ->> 'outcome' = 'notified') as wanted,
      (select count(*)::int4 from (
        select from alert_notification where org_id = ${orgId} and kind = 'opened'
        group by alert_id, channel_id having count(*) > 1) twice) as opened_twice`);
  expect(sent?.wanted).toBeGreaterThan(50);
  expect(sent).toMatchObject({ sent: sent?.wanted, opened_twice: 0 });
}

/** A linear congruential generator: the same crashes in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
