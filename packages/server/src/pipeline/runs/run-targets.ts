import { variablesNamed } from "@vedette/contract/api-monitors/api-step-texts.ts";
import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { journeyVariables, viewportName } from "@vedette/contract/journeys/journey-names.ts";
import type { ApiStepSpec, RunKind, RunSpec } from "@vedette/contract/runs/run-job.ts";
import { BoxError } from "../../platform/kernel/secret-box.ts";
import { loadValues } from "../../platform/secrets/variable-values.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Db } from "../../platform/storage/database.ts";
import {
  type ApiMonitorDefinitionRow,
  findApiMonitors,
  findJourneys,
  type JourneyDefinitionRow,
  listRunBaselines,
} from "./definition-queries.ts";
import type { OpenRunRow } from "./queries.ts";

/** Definitions of targets, loaded when a run is dispatched: the newest definition is executed. */
export type RunTarget = {
  timeoutMs: number;
  /** Variable names that its texts reference. */
  names: readonly string[];
  /** Values of the target, which override the organization's. */
  values: Readonly<Record<string, string>>;
  /** The viewport of its screenshots; null if it takes none. */
  viewport: string | null;
  toSpec(given: Pick<RunSpec, "values" | "secretNames"> & { baseUrl: string | null }): RunSpec;
};

/** By run id, because a journey's baselines depend on the location. Deleted targets are left out. */
export async function loadRunTargets(
  db: Db,
  runs: readonly Pick<OpenRunRow, "id" | "kind" | "target_id" | "location">[],
): Promise<Map<string, RunTarget>> {
  const idsOf = (kind: RunKind) => [
    ...new Set(runs.flatMap((run) => (run.kind === kind ? [run.target_id] : []))),
  ];
  const [apiMonitors, journeys] = [idsOf("api_monitor"), idsOf("journey")];
  const apiRows = apiMonitors.length > 0 ? await findApiMonitors(db, apiMonitors) : [];
  const journeyRows = journeys.length > 0 ? await findJourneys(db, journeys) : [];
  const baselines = journeys.length > 0 ? await listRunBaselines(db, journeys) : [];
  const apiById = new Map(apiRows.map((row) => [row.id, row]));
  const journeyById = new Map(journeyRows.map((row) => [row.id, row]));
  const targets = new Map<string, RunTarget>();
  for (const { id, target_id: targetId, location } of runs) {
    const [api, journey] = [apiById.get(targetId), journeyById.get(targetId)];
    if (api) targets.set(id, apiMonitorTarget(api));
    if (!journey) continue;
    const viewport = viewportName(journey);
    const own = baselines.filter(
      (each) => each.target_id === targetId && each.location === location && each.viewport === viewport,
    );
    targets.set(id, toJourneyTarget(journey, Object.fromEntries(own.map(({ label, key }) => [label, key]))));
  }
  return targets;
}

/**
 * The specification that a runner gets: the definition with the referenced values and no others. Null if a
 * secret cannot be decrypted, which is not the target's fault.
 */
export async function specOf(
  target: RunTarget,
  run: Pick<OpenRunRow, "org_id" | "overrides">,
  { db, vault }: { db: Db; vault: Vault },
): Promise<RunSpec | null> {
  const own = { ...target.values, ...run.overrides?.variables };
  // A pipeline's override of a secret is a secret as well.
  const wanted = target.names.filter((name) => !Object.hasOwn(target.values, name));
  try {
    const found = await loadValues(db, vault, { orgId: run.org_id, names: wanted });
    const values = Object.fromEntries([...found].map(([name, { value }]) => [name, value]));
    const secretNames = [...found].flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));
    const baseUrl = run.overrides?.base_url ?? null;
    return target.toSpec({ values: { ...values, ...own }, secretNames, baseUrl });
  } catch (error) {
    if (error instanceof BoxError) return null;
    throw error;
  }
}

/** For a stored definition, or one about to be stored. */
export function apiMonitorTarget(
  row: Pick<ApiMonitorDefinitionRow, "timeout_ms" | "variables" | "steps">,
): RunTarget {
  return {
    timeoutMs: row.timeout_ms,
    names: variablesNamed(row),
    values: row.variables,
    viewport: null,
    toSpec: ({ values, secretNames }) => ({
      kind: "api_monitor",
      timeoutMs: row.timeout_ms,
      steps: row.steps.map(toStepSpec),
      values,
      secretNames,
    }),
  };
}

/** For a stored definition, or one about to be stored. `baselines` are the keys of images by label. */
export function toJourneyTarget(
  row: Pick<JourneyDefinitionRow, "timeout_ms" | "steps" | "script" | "viewport" | "device" | "capture">,
  baselines: Readonly<Record<string, string>>,
): RunTarget {
  return {
    timeoutMs: row.timeout_ms,
    names: journeyVariables(row),
    values: {},
    viewport: viewportName(row),
    toSpec: ({ baseUrl, ...given }) => ({
      kind: "journey",
      timeoutMs: row.timeout_ms,
      steps: row.steps,
      script: row.script,
      viewport: row.viewport,
      device: row.device,
      baseUrl,
      capture: row.capture,
      baselines,
      ...given,
    }),
  };
}

/** A step in the form that a runner takes. */
function toStepSpec(step: ApiStep): ApiStepSpec {
  const { timeout, follow_redirects, verify_tls, continue_on_failure, always_run, ...same } = step;
  return {
    ...same,
    timeoutMs: Math.round(timeout * 1_000),
    followRedirects: follow_redirects,
    verifyTls: verify_tls,
    continueOnFailure: continue_on_failure,
    alwaysRun: always_run,
  };
}
