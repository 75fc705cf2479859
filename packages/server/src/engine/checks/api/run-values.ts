import { randomInt, randomUUID } from "node:crypto";
import type { RunSpec } from "@vedette/contract/runs/run-job.ts";
import type { BUILT_IN_NAMES } from "@vedette/contract/variables/template.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";

/** What `{{…}}` stands for during one attempt. */
export type RunValues = {
  lookUp(name: string): string | undefined;
  /** A step extracted it; from now on it comes before what the spec has under that name. */
  take(name: string, value: string): void;
  /** Names whose values go to no other origin by a redirect: those of secrets and of what was extracted. */
  readonly guardedNames: ReadonlySet<string>;
};

/** The range of Postman's, from whose collections steps are imported. */
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
