import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { EvidenceRun } from "@vedette/contract/evidence/evidence-bundles.ts";
import type { EvidenceFacts, EvidenceStep } from "@vedette/contract/evidence/evidence-facts.ts";
import { EVIDENCE_TEXT_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  findEndedRun,
  findStoredResponse,
  findStoredStep,
  listStepFiles,
  type StoredStepRow,
} from "./queries.ts";
import { ofResult, ofStep } from "./response-facts.ts";

/** What checks and runs stored of a failure: the last good and the first bad response, and the failing step. */
export type StoredEvidence = Pick<EvidenceFacts, "last_good" | "first_bad"> & {
  step: EvidenceStep | null;
  run: EvidenceRun | null;
};

export type FailingSeries = {
  targetId: TargetId;
  kind: TargetKind;
  seriesKey: number;
  location: string;
  /** When the target began to fail at this location; null if it does not fail there. */
  downSince: Date | null;
};

const FILES_MAX = 20;
const LINES_MAX = 20;

export function readStored(
  db: Db,
  orgId: OrgId,
  { nowMs, ...series }: FailingSeries & { nowMs: number },
): Promise<StoredEvidence> {
  return series.kind === "monitor" ? readResults(db, series, nowMs) : readRuns(db, orgId, series);
}

async function readResults(
  db: Db,
  { seriesKey, downSince }: FailingSeries,
  nowMs: number,
): Promise<StoredEvidence> {
  const good = await findStoredResponse(db, {
    ...{ seriesKey, at: downSince ?? new Date(nowMs), which: "last_good" },
  });
  // A slot is at or before the time of its check: the failure is the first one after the last success.
  const after = good?.slot ?? (downSince && new Date(downSince.getTime() - SLOT_LATE_MAX_MS));
  const bad =
    downSince === null || after === null
      ? null
      : await findStoredResponse(db, { seriesKey, at: after, which: "first_bad" });
  return { last_good: good && ofResult(good), first_bad: bad && ofResult(bad), step: null, run: null };
}

/** How long after its slot a check is made at most. */
const SLOT_LATE_MAX_MS = 60_000;

async function readRuns(
  db: Db,
  orgId: OrgId,
  { targetId, kind, location, downSince }: FailingSeries,
): Promise<StoredEvidence> {
  const failed =
    downSince === null
      ? null
      : await findEndedRun(db, orgId, { targetId, location, status: "failed", beforeId: null });
  if (failed === null) return { last_good: null, first_bad: null, step: null, run: null };
  const passed = await findEndedRun(db, orgId, { targetId, location, status: "passed", beforeId: failed.id });
  const index = failed.error?.step_index ?? null;
  const step = index === null ? null : await findStoredStep(db, orgId, { runId: failed.id, step: { index } });
  const good =
    step === null || passed === null
      ? null
      : await findStoredStep(db, orgId, { runId: passed.id, step: { name: step.name } });
  const files = await listStepFiles(db, orgId, { runId: failed.id, index, limit: FILES_MAX });
  return {
    last_good: good && ofStep(good),
    first_bad: step && ofStep(step),
    step: step && toEvidenceStep(step, kind),
    run: {
      ...{ failed_run_id: failed.id, passed_run_id: passed?.id ?? null, step_index: index },
      ...{ url: step?.url?.slice(0, URL_MAX) ?? null, files },
      ...pageOf(step),
    },
  };
}

const URL_MAX = 2_000;

function toEvidenceStep(
  { index, name, action, error, details }: StoredStepRow,
  kind: TargetKind,
): EvidenceStep {
  return {
    index,
    name: name.slice(0, EVIDENCE_TEXT_MAX),
    action: action.slice(0, ACTION_MAX),
    code: error?.code ?? null,
    message: error?.message.slice(0, EVIDENCE_TEXT_MAX) ?? null,
    // A journey may contain requests, which run outside of the page.
    is_browser: kind === "journey" && !details?.response,
  };
}

const ACTION_MAX = 50;

function pageOf(step: StoredStepRow | null): Pick<EvidenceRun, "console" | "failed_requests" | "dom"> {
  const { console = [], failedRequests = [], dom } = step?.details ?? {};
  return {
    dom: dom === undefined ? null : { html: dom.html, is_cut: dom.isCut },
    console: console.slice(0, LINES_MAX).map(({ level, text, url }) => ({
      level,
      text: text.slice(0, EVIDENCE_TEXT_MAX),
      url: url?.slice(0, URL_MAX) ?? null,
    })),
    failed_requests: failedRequests.slice(0, LINES_MAX).map(({ method, url, statusCode, error }) => ({
      method,
      url: url.slice(0, URL_MAX),
      status_code: statusCode,
      error: error?.slice(0, EVIDENCE_TEXT_MAX) ?? null,
    })),
  };
}
