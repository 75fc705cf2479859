import type { ErrorDetail } from "../common/errors.ts";
import type { CheckField, WantedStatus } from "./check-kind.ts";
import { CHECK_FIELDS, type CheckConfig, type CheckConfigs, checkKind } from "./check-kinds.ts";
import type { CheckSpec } from "./check-run.ts";
import { ASSERTION_TYPES_OF, type CheckType, isComputed } from "./check-types.ts";
import { retrySpec } from "./fields/retry-field.ts";

/** The configuration of a check: from requests, to responses, to the spec of a runner. */

type FlatFields = Readonly<Record<string, unknown>>;

/** Returns the configuration of a new monitor: its own fields, with defaults. Fields of other kinds are ignored. */
export function createConfig<Type extends CheckType>(type: Type, input: FlatFields): CheckConfigs[Type] {
  return updateConfig(type, {}, input);
}

/** Merges an update into a configuration. null and an empty text reset a field to its default. */
export function updateConfig<Type extends CheckType>(
  type: Type,
  config: FlatFields,
  input: FlatFields,
): CheckConfigs[Type] {
  const merged = Object.entries(checkKind(type).fields).map(([name, { stored }]) => {
    const value = input[name] === undefined ? config[name] : input[name];
    return [name, stored.parse(isCleared(value) ? undefined : value)];
  });
  return Object.fromEntries(merged);
}

type FlatConfig = { [Name in keyof typeof CHECK_FIELDS]: FlatValue<Name> };

/** The fields of the flat API for a configuration that has none of them, by type. Lists of monitors need it often. */
const EMPTY_CONFIGS = new Map<CheckType, FlatConfig>();

/** Returns a configuration as the flat API shows it: the fields of other kinds are absent. */
export function flatConfig(type: CheckType, config: CheckConfig): FlatConfig {
  const empty = EMPTY_CONFIGS.get(type) ?? emptyConfig(type);
  EMPTY_CONFIGS.set(type, empty);
  // `retry` lacks its count here; the view of a monitor adds it.
  return { ...empty, ...(config as object) };
}

function emptyConfig(type: CheckType): FlatConfig {
  const { fields } = checkKind(type);
  const flat = Object.entries<CheckField>(CHECK_FIELDS).map(([name, { absent }]) => [
    name,
    // A required field has no default, and every configuration has it.
    fields[name]?.stored.safeParse(undefined).data ?? absent,
  ]);
  return Object.fromEntries(flat);
}

/** Returns a stored configuration after validation, with the defaults of fields that were added since. */
export function readConfig(type: CheckType, stored: FlatFields): CheckConfig {
  return updateConfig(type, stored, {});
}

type FlatValue<Name extends keyof typeof CHECK_FIELDS> =
  (typeof CHECK_FIELDS)[Name]["response"]["_zod"]["output"];

const INVERTED_AND_DEGRADED = {
  path: "degraded_after_ms",
  message: "does not apply to an inverted check; set it to null",
};

/** Returns everything that is wrong with a configuration; empty if it may be saved. */
export function findConfigErrors(type: CheckType, config: CheckConfig): ErrorDetail[] {
  return [
    ...checkKind(type).findErrors(config),
    ...(config.invert && config.degraded_after_ms !== null ? [INVERTED_AND_DEGRADED] : []),
    ...(isComputed(type) && config.degraded_after_ms !== null
      ? [{ path: "degraded_after_ms", ...inapplicable(type) }]
      : []),
    ...assertionTypeErrors(type, config),
  ];
}

/** Returns an error for each assertion that the kind does not support, or that needs a field without a value. */
function assertionTypeErrors(type: CheckType, config: CheckConfig): ErrorDetail[] {
  const { assertionFields = {} } = checkKind(type);
  const types = ASSERTION_TYPES_OF[type];
  return config.assertions.flatMap((assertion, index) => {
    const path = `assertions.${index}.type`;
    if (types.length === 0) return [{ path, message: `type '${type}' has no assertions; remove them` }];
    if (!types.includes(assertion.type))
      return [{ path, message: `must be '${types.join("' or '")}' for type '${type}'` }];
    const field = assertionFields[assertion.type];
    if (field === undefined || (config as FlatFields)[field] !== null) return [];
    return [{ path, message: `'${assertion.type}' needs ${field}; set it` }];
  });
}

function inapplicable(type: CheckType): { message: string } {
  return { message: `does not apply to type '${type}'; remove it or set it to null` };
}

/** Returns an error for each field of another kind that a request sets. Switches of other kinds are ignored. */
export function findInapplicable(type: CheckType, input: FlatFields): ErrorDetail[] {
  const own = checkKind(type).fields;
  return Object.entries<CheckField>(CHECK_FIELDS).flatMap(([name, { absent }]) => {
    const value = input[name];
    if (name in own || typeof absent === "boolean" || isCleared(value) || isEmptyRecord(value)) return [];
    return [{ path: name, ...inapplicable(type) }];
  });
}

/** The stored fields of a monitor that define its check. */
export type StoredCheck = {
  type: CheckType;
  config: CheckConfig;
  timeout_ms: number;
  max_retries: number;
  /** The accepted records, sorted; absent or null if there are none. */
  baseline?: readonly string[] | null;
  /** Of a manual monitor; absent or null until it is set. */
  setStatus?: WantedStatus | null;
};

/** Returns the check spec that a runner receives. `config` has no errors. */
export function toCheckSpec({
  type,
  config,
  timeout_ms: timeoutMs,
  max_retries: retries,
  baseline = null,
  setStatus = null,
}: StoredCheck): CheckSpec {
  const { assertions, degraded_after_ms: degradedAfterMs, invert, retry, ...rest } = config;
  const { confirm_interval: _ofTheScheduler, ...own } = rest;
  const common = { timeoutMs, retries, degradedAfterMs, assertions, ...retrySpec(retry) };
  const spec = checkKind(type).toSpec(own, { baseline, setStatus });
  return { kind: type, ...common, ...(invert && { invert }), ...spec } as unknown as CheckSpec;
}

function isCleared(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function isEmptyRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
