import { isDeepStrictEqual } from "node:util";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import {
  type JourneyCreate,
  type JourneyUpdate,
  journeyErrors,
} from "@vedette/contract/journeys/journeys.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { distinctParents, findLocationErrors, given } from "../targets/service.ts";
import type { JourneyFields } from "./queries.ts";
import { findImportErrors } from "./script-imports.ts";

/** Converts requests to stored fields: defaults, merging and validation across fields. No database access. */

const CAPTURE_DEFAULT: JourneyFields["capture"] = {
  trace: "on_failure",
  video: "never",
  video_with_secrets: false,
};

export function journeyCreateFields(input: JourneyCreate): JourneyFields {
  return {
    name: input.name,
    description: input.description ?? "",
    interval_ms: millisecondsOf(input.interval_seconds),
    timeout_ms: input.timeout_seconds * 1_000,
    primary_location: input.primary_location,
    locations: [input.primary_location, ...(input.locations ?? [])],
    enabled: input.enabled,
    max_retries: input.max_retries,
    tags: input.tags ?? [],
    parents: distinctParents(input.parents ?? []),
    steps: input.steps ?? null,
    script: input.script ?? null,
    viewport: input.viewport ?? null,
    device: input.device ?? null,
    capture: input.capture ?? CAPTURE_DEFAULT,
  };
}

/** Merges the request into the stored fields; null resets a field to its empty value. */
export function journeyUpdateFields(row: JourneyFields, input: JourneyUpdate): JourneyFields {
  const primary = input.primary_location ?? row.primary_location;
  const others = given(input.locations, otherLocations(row, primary), []);
  return {
    name: input.name ?? row.name,
    description: given(input.description, row.description, ""),
    interval_ms:
      input.interval_seconds === undefined ? row.interval_ms : millisecondsOf(input.interval_seconds),
    timeout_ms: input.timeout_seconds === undefined ? row.timeout_ms : input.timeout_seconds * 1_000,
    primary_location: primary,
    locations: [primary, ...others],
    enabled: input.enabled ?? row.enabled,
    max_retries: input.max_retries ?? row.max_retries,
    tags: given(input.tags, row.tags, []),
    parents: distinctParents(given(input.parents, row.parents, [])),
    steps: sameOr(row.steps, given(input.steps, row.steps, null)),
    script: given(input.script, row.script, null),
    viewport: sameOr(row.viewport, given(input.viewport, row.viewport, null)),
    device: given(input.device, row.device, null),
    capture: sameOr(row.capture, given(input.capture, row.capture, CAPTURE_DEFAULT)),
  };
}

/** Returns the locations other than the primary one, which is `primary` from now on. */
export function otherLocations(
  row: Pick<JourneyFields, "locations" | "primary_location">,
  primary = row.primary_location,
): string[] {
  return row.locations.filter((location) => location !== row.primary_location && location !== primary);
}

/**
 * Returns all errors of a definition. Only locations in `added` must have a runner, and only a script that
 * differs from `scriptBefore` is checked.
 */
export function findJourneyErrors(
  fields: JourneyFields,
  {
    availability,
    added,
    scriptBefore,
  }: { availability: OrgRunnerAvailability; added: readonly string[]; scriptBefore: string | null },
): ErrorDetail[] {
  const { primary_location: primary, locations, script } = fields;
  return [
    ...(script === null || script === scriptBefore ? [] : findImportErrors(script)),
    ...journeyErrors({ ...fields, locations: locations.slice(1) }),
    ...findLocationErrors(
      added.filter((location) => location !== primary),
      availability,
    ),
    ...findLocationErrors(
      added.filter((location) => location === primary),
      availability,
    ).map((error) => ({ ...error, path: "primary_location" })),
  ];
}

/** The database reorders the keys of JSON, so a value that is deeply equal keeps its stored form. */
function sameOr<T>(stored: T, wanted: T): T {
  return isDeepStrictEqual(stored, wanted) ? stored : wanted;
}

function millisecondsOf(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1_000;
}
