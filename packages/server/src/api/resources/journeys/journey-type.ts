import { isDeepStrictEqual } from "node:util";
import { journeyVariables } from "@vedette/contract/journeys/journey-names.ts";
import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import {
  type JourneyCreate,
  type JourneyUpdate,
  journeyErrors,
} from "@vedette/contract/journeys/journeys.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import type { JourneyRunSpec } from "@vedette/contract/runs/run-job.ts";
import type { TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import {
  commonCreateFields,
  commonUpdateFields,
  given,
  type TargetFields,
  type TargetRow,
} from "../../../pipeline/targets/target-row.ts";
import type { TargetType } from "../../../pipeline/targets/target-type.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { maskJourneyFields } from "./masked-fields.ts";

/** Journeys as a kind of target. Their variables may be missing: a step may set them, so the run decides. */

export type JourneyFields = TargetFields & {
  /** The first of `locations`. */
  primary_location: string;
  steps: JourneyStep[] | null;
  script: string | null;
  viewport: JourneyRunSpec["viewport"];
  device: string | null;
  capture: JourneyRunSpec["capture"];
};
export type JourneyRow = JourneyFields & TargetRow;

/** The context of requests for journeys and their runs. */
export type JourneyRequestContext = TargetContext & { serverUrl: string };

const CAPTURE_DEFAULT: JourneyFields["capture"] = {
  trace: "on_failure",
  video: "never",
  video_with_secrets: false,
};

export const JOURNEYS: TargetType<JourneyFields, JourneyCreate, JourneyUpdate> = {
  kind: "journey",
  noun: "journey",
  table: sql`journey`,
  columns: sql`c.primary_location, c.steps, c.script, c.viewport, c.device, c.capture`,
  save: (db, id, { primary_location, steps, script, viewport, device, capture }) =>
    db.run(sql`
      insert into journey (id, primary_location, steps, script, viewport, device, capture)
      values (${id}, ${primary_location}, ${toJson(steps)}::json, ${script}, ${toJson(viewport)}::jsonb, ${device},
        ${toJson(capture)}::jsonb)
      on conflict (id) do update set primary_location = excluded.primary_location, steps = excluded.steps,
        script = excluded.script, viewport = excluded.viewport, device = excluded.device, capture = excluded.capture`),
  toFields(input) {
    const { primary_location, max_retries, steps, script, viewport, device } = input;
    return {
      ...commonCreateFields(input),
      ...{ address: null, max_retries, primary_location },
      interval_ms: toMillisecondsOrNull(input.interval_seconds),
      timeout_ms: input.timeout_seconds * 1_000,
      locations: [primary_location, ...(input.locations ?? [])],
      steps: steps ?? null,
      script: script ?? null,
      viewport: viewport ?? null,
      device: device ?? null,
      capture: input.capture ?? CAPTURE_DEFAULT,
    };
  },
  mergeFields(stored, input) {
    const primary = input.primary_location ?? stored.primary_location;
    const others = given(input.locations, otherLocations(stored, primary), []);
    const { interval_seconds: interval, timeout_seconds: timeout } = input;
    return {
      ...commonUpdateFields(stored, input),
      address: null,
      interval_ms: interval === undefined ? stored.interval_ms : toMillisecondsOrNull(interval),
      timeout_ms: timeout === undefined ? stored.timeout_ms : timeout * 1_000,
      max_retries: input.max_retries ?? stored.max_retries,
      primary_location: primary,
      locations: [primary, ...others],
      steps: sameOr(stored.steps, given(input.steps, stored.steps, null)),
      script: given(input.script, stored.script, null),
      viewport: sameOr(stored.viewport, given(input.viewport, stored.viewport, null)),
      device: given(input.device, stored.device, null),
      capture: sameOr(stored.capture, given(input.capture, stored.capture, CAPTURE_DEFAULT)),
    };
  },
  assertMayWrite(actor, { before, after }) {
    if ((before?.script ?? null) !== (after?.script ?? null)) assertMayWriteScripts(actor);
  },
  async findErrors(_ctx, { fields, before }) {
    const { script, locations } = fields;
    const isNew = script !== null && script !== before?.script;
    // Loads on first use: the parser takes 1 MB.
    const importErrors = isNew ? (await import("./script-imports.ts")).findImportErrors(script) : [];
    return [...importErrors, ...journeyErrors({ ...fields, locations: locations.slice(1) })];
  },
  locationField: ({ primary_location }, location) =>
    location === primary_location ? "primary_location" : "locations",
  variables: journeyVariables,
  toLog({ address: _address, ...fields }) {
    return fields;
  },
  maskForLog: maskJourneyFields,
};

/** Returns the locations other than the primary one, which is `primary` from now on. */
export function otherLocations(
  row: Pick<JourneyFields, "locations" | "primary_location">,
  primary = row.primary_location,
): string[] {
  return row.locations.filter((location) => location !== row.primary_location && location !== primary);
}

/** Scripts are code, so writing them requires the role `admin`. Source: docs/guide/roles.md. */
function assertMayWriteScripts(actor: Actor): void {
  if (actor.kind === "key" || ROLES.indexOf(actor.role) >= ROLES.indexOf("admin")) return;
  throw new AppError(
    "FORBIDDEN",
    `Scripts require the role 'admin'. With the role '${actor.role}' you can write journeys with steps.`,
  );
}

/** The database reorders the keys of JSON, so a value that is deeply equal keeps its stored form. */
function sameOr<T>(stored: T, wanted: T): T {
  return isDeepStrictEqual(stored, wanted) ? stored : wanted;
}

function toMillisecondsOrNull(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1_000;
}

function toJson(value: object | null): string | null {
  return value && JSON.stringify(value);
}
