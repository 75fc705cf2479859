import { randomInt, randomUUID } from "node:crypto";
import type { RunSpec } from "@vedette/contract/runs/run-job.ts";
import type { BUILT_IN_NAMES } from "@vedette/contract/variables/template.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";

/** The values of `{{…}}` during one attempt. */
export type RunValues = {
  lookUp(name: string): string | undefined;
  /** Sets an extracted value; from now on it takes precedence over the spec's value of that name. */
  take(name: string, value: string): void;
  /**
   * Names whose values are not sent to another origin by a redirect: those of secrets and of extracted
   * values.
   */
  readonly guardedNames: ReadonlySet<string>;
};

/** The range of Postman's `$randomInt`, from whose collections steps are imported. */
const RANDOM_INT_MAX = 1_000;

const BUILT_INS: Record<(typeof BUILT_IN_NAMES)[number], (clock: Clock) => string> = {
  $uuid: () => randomUUID(),
  $timestamp: (clock) => String(Math.floor(clock.now() / 1_000)),
  $isoTimestamp: (clock) => new Date(clock.now()).toISOString(),
  $randomInt: () => String(randomInt(RANDOM_INT_MAX + 1)),
};
const BUILT_IN_VALUES = new Map(Object.entries(BUILT_INS));

export function createRunValues(spec: Pick<RunSpec, "values" | "secretNames">, clock: Clock): RunValues {
  const values = new Map(Object.entries(spec.values));
  const guardedNames = new Set(spec.secretNames);
  return {
    lookUp: (name) => (name.startsWith("$") ? BUILT_IN_VALUES.get(name)?.(clock) : values.get(name)),
    take(name, value) {
      values.set(name, value);
      guardedNames.add(name);
    },
    guardedNames,
  };
}
