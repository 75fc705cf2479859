import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type {
  EvidenceFacts,
  NotCollected,
  NotCollectedReason,
} from "@vedette/contract/evidence/evidence-facts.ts";
import {
  EVIDENCE_VANTAGE_BYTES_MAX,
  EVIDENCE_VANTAGES_MAX,
} from "@vedette/contract/evidence/evidence-limits.ts";
import {
  type CollectedFacts,
  collectedFactsSchema,
  type VantageFacts,
} from "@vedette/contract/evidence/vantage-facts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../engine/locations/work-queue.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { SpecResolver } from "../../platform/secrets/resolve-specs.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Db } from "../../platform/storage/database.ts";
import { loadRunTargets, specOf } from "../runs/run-targets.ts";
import { type Definition, isCheckSpec } from "../scheduler/definition.ts";
import { findDefinitions } from "../scheduler/queries.ts";
import type { BundleContent } from "./bundle-content.ts";
import type { ClaimedCollection } from "./collection-queries.ts";
import { type ChosenLocation, chooseLocations } from "./probe/choose-locations.ts";
import { hostOf } from "./probe/host-of.ts";
import { type EvidenceProbe, probeOfRun } from "./probe/probe-of.ts";
import { type FailingSeries, readStored, type StoredEvidence } from "./stored/read-stored.ts";

/** Makes a runner of a work queue collect. */
export type CollectAt = (request: {
  orgId: OrgId;
  workQueue: string;
  location: string;
  spec: CheckSpec;
  sendsRequest: boolean;
  nowMs: number;
}) => Promise<{ runner: string; facts: CollectedFacts } | { reason: NotCollectedReason }>;

export type CollectDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  vault: Vault;
  resolveSpecs: SpecResolver;
  availability: (orgId: OrgId) => Promise<OrgRunnerAvailability>;
  collectAt: CollectAt;
  /** Decides why a target is down, from the facts alone. */
  decideVerdict: (facts: EvidenceFacts) => Verdict;
};

/** Collects evidence about a target. Stores nothing. Returns null if the target was deleted. */
export async function collectBundle(
  deps: CollectDeps,
  claim: Pick<ClaimedCollection, "org_id" | "target_id">,
): Promise<{ verdict: Verdict; content: BundleContent } | null> {
  const [definition] = await findDefinitions(deps.db, [claim.target_id]);
  if (definition === undefined || definition.orgId !== claim.org_id) return null;
  const availability = await deps.availability(definition.orgId);
  const { chosen, withoutRunner } = chooseLocations(
    definition.series,
    (location) => workQueueFor(location, availability) !== null,
  );
  const failing = chooseLocations(definition.series, () => true).chosen[0]?.location;
  const stored = await readStoredOf(deps, definition, failing);
  const probe = await findProbe(deps, definition, {
    location: failing,
    step: stored.step?.index ?? null,
  });
  const { vantages, failed } =
    probe === null ? NOT_PROBED : await collectFrom(deps, { definition, probe, chosen, availability });
  const facts: EvidenceFacts = {
    target: {
      ...(probe === null ? { host: null, port: null } : hostOf(probe.spec)),
      kind: definition.type ?? definition.kind,
      step: stored.step,
    },
    vantages,
    not_collected: [...failed, ...withoutRunner.map(toMissing)].slice(0, EVIDENCE_VANTAGES_MAX),
    last_good: stored.last_good,
    first_bad: stored.first_bad,
  };
  const locations = definition.series
    .filter(({ active }) => active)
    .map(({ location, status, statusSinceMs }) => ({
      ...{ location, status, since: new Date(statusSinceMs).toISOString() },
    }));
  return { verdict: deps.decideVerdict(facts), content: { facts, locations, run: stored.run } };
}

const NOTHING_STORED: StoredEvidence = { last_good: null, first_bad: null, step: null, run: null };

async function readStoredOf(
  { db, clock }: CollectDeps,
  { series, targetId, kind, orgId }: Definition,
  at: string | undefined,
): Promise<StoredEvidence> {
  const failing = series.find((each) => each.active && each.location === at);
  if (failing === undefined) return NOTHING_STORED;
  const { seriesKey, location, status, statusSinceMs } = failing;
  const downSince = status === "down" ? new Date(statusSinceMs) : null;
  const of: FailingSeries = { targetId, kind, seriesKey, location, downSince };
  return readStored(db, orgId, { ...of, nowMs: clock.now() });
}

async function findProbe(
  { db, vault, resolveSpecs }: CollectDeps,
  { orgId, kind, targetId, spec }: Definition,
  { location, step }: { location: string | undefined; step: number | null },
): Promise<EvidenceProbe | null> {
  if (isCheckSpec(spec)) {
    const [resolved] = await resolveSpecs([{ orgId, spec: { ...spec, retries: 0 } }]);
    return resolved === undefined || resolved.isUnready ? null : { spec: resolved, sendsRequest: true };
  }
  if ((kind !== "api_monitor" && kind !== "journey") || location === undefined) return null;
  const targets = await loadRunTargets(db, [{ id: targetId, kind, target_id: targetId, location }]);
  const target = targets.get(targetId);
  const resolved = target && (await specOf(target, { org_id: orgId, overrides: null }, { db, vault }));
  return resolved ? probeOfRun(resolved, step) : null;
}

type Collecting = {
  definition: Definition;
  probe: EvidenceProbe;
  chosen: readonly ChosenLocation[];
  availability: OrgRunnerAvailability;
};
type Collected = { vantages: VantageFacts[]; failed: NotCollected[] };

const NOT_PROBED: Collected = { vantages: [], failed: [] };

function toMissing(location: string): NotCollected {
  return { location, reason: "no_runner" };
}

/** The locations collect at the same time, so that they see the same moment. */
async function collectFrom(deps: CollectDeps, collecting: Collecting): Promise<Collected> {
  const each = await Promise.all(collecting.chosen.map((chosen) => collectAtOne(deps, chosen, collecting)));
  return {
    vantages: each.flatMap((one) => ("reason" in one ? [] : [one])),
    failed: each.flatMap((one) => ("reason" in one ? [one] : [])),
  };
}

async function collectAtOne(
  deps: CollectDeps,
  { location, saw }: ChosenLocation,
  { definition: { orgId, targetId }, probe, availability }: Collecting,
): Promise<VantageFacts | NotCollected> {
  const workQueue = workQueueFor(location, availability);
  if (workQueue === null) return toMissing(location);
  const nowMs = deps.clock.now();
  const request = { orgId, workQueue, location, ...probe, nowMs };
  const report = await deps.collectAt(request).catch((error: unknown) => {
    deps.log.warn("evidence.collect_failed", { target_id: targetId, location, ...errorFacts(error) });
    return { reason: "no_report" as const };
  });
  if ("reason" in report) return { location, reason: report.reason };
  const { runner } = report;
  const facts = readFacts(report.facts);
  if (facts !== null) return { ...facts, location, runner, saw, collected_at: new Date(nowMs).toISOString() };
  deps.log.warn("evidence.facts_rejected", { target_id: targetId, location, runner });
  return { location, reason: "invalid_report" };
}

/** Facts come from runners, which may belong to an organization: null if they are not valid, or too large. */
function readFacts(facts: CollectedFacts): CollectedFacts | null {
  const { success, data } = collectedFactsSchema.safeParse(facts);
  if (!success) return null;
  return Buffer.byteLength(JSON.stringify(data)) > EVIDENCE_VANTAGE_BYTES_MAX ? null : data;
}
