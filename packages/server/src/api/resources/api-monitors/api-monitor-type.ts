import type { ApiMonitorCreate, ApiMonitorUpdate } from "@vedette/contract/api-monitors/api-monitors.ts";
import { variablesNamed } from "@vedette/contract/api-monitors/api-step-texts.ts";
import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { maskValue } from "../../../pipeline/audit/mask-value.ts";
import {
  commonCreateFields,
  commonUpdateFields,
  given,
  type TargetFields,
  type TargetRow,
  toMilliseconds,
} from "../../../pipeline/targets/target-row.ts";
import type { TargetType } from "../../../pipeline/targets/target-type.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { maskedStep } from "../targets/service-masked-step.ts";

/** API monitors as a kind of target. Their variables may be missing: a step may extract them, so the run decides. */

export type ApiMonitorFields = TargetFields & { variables: Record<string, string>; steps: ApiStep[] };
export type ApiMonitorRow = ApiMonitorFields & TargetRow;

export const API_MONITORS: TargetType<ApiMonitorFields, ApiMonitorCreate, ApiMonitorUpdate> = {
  kind: "api_monitor",
  noun: "API monitor",
  table: sql`api_monitor`,
  columns: sql`c.variables, c.steps`,
  save: (db, id, { variables, steps }) =>
    db.run(sql`
      insert into api_monitor (id, variables, steps)
      values (${id}, ${JSON.stringify(variables)}::jsonb, ${JSON.stringify(steps)}::json)
      on conflict (id) do update set variables = excluded.variables, steps = excluded.steps`),
  toFields(input) {
    const { locations, max_retries, steps } = input;
    return {
      ...commonCreateFields(input),
      ...{ address: null, locations, max_retries, steps },
      interval_ms: toMilliseconds(input.interval),
      timeout_ms: toMilliseconds(input.timeout),
      variables: input.variables ?? {},
    };
  },
  mergeFields(stored, input) {
    return {
      ...commonUpdateFields(stored, input),
      address: null,
      interval_ms: input.interval === undefined ? stored.interval_ms : toMilliseconds(input.interval),
      timeout_ms: input.timeout === undefined ? stored.timeout_ms : toMilliseconds(input.timeout),
      locations: input.locations ?? stored.locations,
      max_retries: input.max_retries ?? stored.max_retries,
      variables: given(input.variables, stored.variables, {}),
      steps: input.steps ?? stored.steps,
    };
  },
  variables: variablesNamed,
  toLog({ address: _address, ...fields }) {
    return fields;
  },
  /** Users may put passwords and tokens into requests and variables. */
  maskForLog({ variables, steps, ...same }) {
    return {
      ...same,
      ...(variables !== undefined && { variables: maskValue(variables) }),
      ...(steps !== undefined && { steps: (steps as ApiStep[]).map(maskedStep) }),
    };
  },
};
