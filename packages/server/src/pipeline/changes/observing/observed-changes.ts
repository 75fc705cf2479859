import type { Db } from "../../../platform/storage/database.ts";
import type {
  ChangesPort,
  FoundChanges,
  ObservedChange,
  ObservedReport,
} from "../../results/recording/changes-port.ts";
import { createFingerprintSharing } from "./fingerprint-sharing.ts";
import {
  addChangeLocations,
  type ChangeToStore,
  type FingerprintRow,
  insertChanges,
  listFingerprints,
  saveFingerprints,
} from "./queries.ts";
import { seenValues } from "./seen-values.ts";
import { hasOnlyKnown, NOTHING_KNOWN, type TargetFingerprint, withSighting } from "./target-fingerprint.ts";

type Known = { definition: string; fingerprint: TargetFingerprint };
type Draft = Known & { before: TargetFingerprint; target: ObservedReport["target"]; atMs: number };

const NOTHING_FOUND: FoundChanges = { byReport: new Map(), commit: () => {} };

/**
 * Compares what checks see of the servers behind monitors with what was seen before, in the transaction that stores the
 * results (ADR 0087). Fingerprints are cached as long as the snapshot of a target lives, which is replaced when the
 * target is changed or taken over from another scheduler. While nothing changes it makes no query.
 */
export class ObservedChanges implements ChangesPort {
  readonly #known = new WeakMap<object, Known>();
  readonly #share = createFingerprintSharing();

  async afterResults(db: Db, reports: readonly ObservedReport[]): Promise<FoundChanges> {
    const observed = reports.filter(isObserved);
    if (observed.length === 0) return NOTHING_FOUND;
    const loaded = await this.#load(db, observed);
    const drafts = new Map<object, Draft>();
    const byReport = new Map<ObservedReport["report"], readonly ObservedChange[]>();
    for (const { report, target } of observed.toSorted((a, b) => a.report.slotMs - b.report.slotMs)) {
      const known = drafts.get(target) ?? this.#known.get(target) ?? loaded.get(target);
      if (known === undefined || hasOnlyKnown(known.fingerprint, report)) continue;
      const { outcome, location } = report;
      const atMs = outcome.checkedAtMs;
      const { after, changes } = withSighting(known.fingerprint, {
        location,
        seen: seenValues(outcome),
        atMs,
      });
      if (after === known.fingerprint) continue;
      const before = drafts.get(target)?.before ?? known.fingerprint;
      drafts.set(target, { definition: known.definition, fingerprint: after, before, target, atMs });
      if (changes.length > 0) byReport.set(report, changes);
    }
    if (drafts.size > 0) await store(db, { drafts: [...drafts.values()], reports: observed, byReport });
    return { byReport, commit: () => this.#save(loaded, drafts) };
  }

  async #load(db: Db, reports: readonly ObservedReport[]): Promise<Map<object, Known>> {
    const missing = new Map<string, object>();
    for (const { target } of reports) if (!this.#known.has(target)) missing.set(target.targetId, target);
    const loaded = new Map<object, Known>();
    if (missing.size === 0) return loaded;
    for (const row of await listFingerprints(db, [...missing.keys()])) {
      const snapshot = missing.get(row.target_id);
      if (snapshot === undefined) continue;
      loaded.set(snapshot, { definition: row.definition, fingerprint: row.fingerprint ?? NOTHING_KNOWN });
    }
    return loaded;
  }

  #save(loaded: ReadonlyMap<object, Known>, drafts: ReadonlyMap<object, Draft>): void {
    const keep = (snapshot: object, { definition, fingerprint }: Known) =>
      this.#known.set(snapshot, { definition, fingerprint: this.#share(fingerprint) });
    for (const [snapshot, known] of loaded) if (!drafts.has(snapshot)) keep(snapshot, known);
    for (const [snapshot, draft] of drafts) keep(snapshot, draft);
  }
}

/** A check of a paused monitor, or one without a verdict, says nothing of the monitored servers. */
function isObserved({ report, target }: ObservedReport): boolean {
  return target.kind === "monitor" && target.enabled && report.outcome.status !== "error";
}

type Found = {
  drafts: readonly Draft[];
  reports: readonly ObservedReport[];
  byReport: FoundChanges["byReport"];
};

async function store(db: Db, { drafts, reports, byReport }: Found): Promise<void> {
  const rows = drafts.map(
    ({ target, definition, fingerprint }): FingerprintRow => ({
      ...{ targetId: target.targetId, definition, fingerprint },
    }),
  );
  await saveFingerprints(db, rows, new Date(Math.max(...drafts.map(({ atMs }) => atMs))));
  const changes = reports.flatMap(({ report, target: { orgId, targetId } }) =>
    (byReport.get(report) ?? []).map((change): ChangeToStore => ({ ...change, orgId, targetId })),
  );
  const [repeated, fresh] = [
    changes.filter(({ isRepeat }) => isRepeat),
    changes.filter(({ isRepeat }) => !isRepeat),
  ];
  if (fresh.length > 0) await insertChanges(db, fresh);
  if (repeated.length > 0) await addChangeLocations(db, repeated);
}
