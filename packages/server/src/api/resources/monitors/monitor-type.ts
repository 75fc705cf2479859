import {
  createConfig,
  findInapplicable,
  flatConfig,
  updateConfig,
} from "@vedette/contract/checks/check-config.ts";
import { CHECK_KINDS, type CheckConfig, checkKind } from "@vedette/contract/checks/check-kinds.ts";
import { type CheckType, intervalsOf, isComputed } from "@vedette/contract/checks/check-types.ts";
import { comparesRecords } from "@vedette/contract/checks/dns.ts";
import { retriesAfter, retryErrors } from "@vedette/contract/checks/fields/retry-field.ts";
import { keyVariable } from "@vedette/contract/checks/http-auth.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import {
  confirmErrors,
  findMonitorErrors,
  intervalErrors,
  type MonitorCreate,
  type MonitorUpdate,
} from "@vedette/contract/targets/monitors.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { hasTemplates, namesIn, type TemplatedTexts } from "@vedette/contract/variables/templated-texts.ts";
import { maskValue } from "../../../pipeline/audit/mask-value.ts";
import { findSelectorErrors, listComposites } from "../../../pipeline/selectors/queries.ts";
import { deleteBaseline } from "../../../pipeline/targets/baseline-queries.ts";
import {
  commonCreateFields,
  commonUpdateFields,
  type TargetFields,
  type TargetRow,
  toMilliseconds,
} from "../../../pipeline/targets/target-row.ts";
import type { TargetTable, TargetType } from "../../../pipeline/targets/target-type.ts";
import { isSecretVariable, withVariables } from "../../../platform/secrets/named-variables.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { domainErrors, monitorDomain } from "./monitor-domain.ts";

/** Monitors as a kind of target: one check, whose fields depend on its type. */

export type MonitorFields = TargetFields & {
  type: CheckType;
  config: CheckConfig;
  /** Follows from type and config; see monitor-domain.ts. */
  domain: string | null;
};
export type MonitorRow = MonitorFields & TargetRow;

export const MONITORS: TargetTable = {
  kind: "monitor",
  noun: "monitor",
  table: sql`monitor`,
  columns: sql`c.type, c.config, c.domain`,
};

const MASKED_FIELDS = new Set<string>(Object.values(CHECK_KINDS).flatMap(({ masked }) => masked));

export type MonitorType = TargetType<MonitorFields, MonitorCreate, MonitorUpdate>;

/** `vault` decrypts the variables that a monitor references, because its fields are validated with their values. */
export function createMonitorType(vault: Vault): MonitorType {
  return {
    ...MONITORS,
    async save(db, id, { type, config, domain }) {
      await db.defer(sql`
        insert into monitor (id, type, config, domain)
        values (${id}, ${type}, ${JSON.stringify(config)}::jsonb, ${domain})
        on conflict (id) do update set config = excluded.config, domain = excluded.domain`);
      if (type === "dns" && !comparesRecords(config)) await deleteBaseline(db, id);
    },
    toFields: toMonitorFields,
    mergeFields({ type, ...stored }, input) {
      const config = updateConfig(type, stored.config, input);
      return {
        ...commonUpdateFields(stored, input),
        ...derivedFields(type, config),
        interval_ms: input.interval === undefined ? stored.interval_ms : toMilliseconds(input.interval),
        timeout_ms: input.timeout === undefined ? stored.timeout_ms : toMilliseconds(input.timeout),
        max_retries: retriesAfter(input, stored.max_retries),
        locations: input.locations ?? stored.locations,
      };
    },
    async findErrors({ db, orgId }, { fields, before, input }) {
      const { type } = fields;
      if (input?.type !== undefined && input.type !== type) {
        return [{ path: "type", message: `cannot change from '${type}'; create another monitor` }];
      }
      const inapplicable =
        input === null
          ? []
          : [
              ...findInapplicable(type, input),
              ...retryErrors(input, before?.max_retries ?? null),
              ...intervalErrors(type, (fields.interval_ms ?? 0) / 1_000),
              ...confirmErrors(fields.config.confirm_interval, (fields.interval_ms ?? 0) / 1_000),
            ];
      const resolved = await withVariables(db, vault, { orgId, given: texts(fields.config) });
      const errors: ErrorDetail[] =
        resolved.errors.length > 0
          ? resolved.errors
          : findMonitorErrors({ ...fields, config: resolved.texts });
      return [
        ...inapplicable,
        ...errors,
        ...(errors.length > 0 ? [] : domainErrors(fields)),
        ...(await findKeyErrors(db, orgId, fields.config)),
        ...(await findMemberErrors(db, orgId, { before: before?.config ?? null, after: fields.config })),
      ];
    },
    needsRunner: ({ type }) => !isComputed(type),
    shortestIntervalMs: ({ interval_ms, config: { confirm_interval: seconds } }) =>
      seconds === null
        ? interval_ms
        : Math.min(interval_ms ?? Number.POSITIVE_INFINITY, toMilliseconds(seconds)),
    variables: ({ config }) => (hasTemplates(texts(config)) ? [...namesIn(texts(config)).keys()] : []),
    toLog({ type, config, max_retries: retries, address: _address, domain: _domain, ...common }) {
      const retry = { count: retries, ...config.retry };
      return { ...common, ...flatConfig(type, config), type, retries, retry };
    },
    maskForLog: (logged) =>
      Object.fromEntries(
        Object.entries(logged).map(([name, value]) => [
          name,
          MASKED_FIELDS.has(name) ? maskValue(value) : value,
        ]),
      ),
  };
}

/** Returns the stored fields of a create request. Also used for test runs. */
function toMonitorFields(input: MonitorCreate): MonitorFields {
  const { type, timeout, locations } = input;
  const { interval = intervalsOf(type).initial } = input;
  const config = createConfig(type, input);
  return {
    ...commonCreateFields(input),
    ...derivedFields(type, config),
    locations,
    max_retries: retriesAfter(input, null),
    interval_ms: toMilliseconds(interval),
    timeout_ms: toMilliseconds(timeout),
  };
}

/** Returns a configuration with the columns that follow from it. */
function derivedFields(type: CheckType, config: CheckConfig) {
  return { type, config, address: checkKind(type).address(config), domain: monitorDomain({ type, config }) };
}

/** The private key of a client certificate must be in a secret variable, so that it never leaves. */
async function findKeyErrors(db: Db, orgId: OrgId, config: CheckConfig): Promise<ErrorDetail[]> {
  const name = "auth" in config ? keyVariable(config.auth) : null;
  if (name === null || (await isSecretVariable(db, orgId, name))) return [];
  return [{ path: "auth.key", message: `must reference a secret variable; '${name}' is not one` }];
}

/** The members of a composite monitor exist, and none of them is composite. */
async function findMemberErrors(
  db: Db,
  orgId: OrgId,
  { before, after }: { before: CheckConfig | null; after: CheckConfig },
): Promise<ErrorDetail[]> {
  const selector = selectorOf(after);
  if (selector === null) return [];
  const errors = await findSelectorErrors(db, orgId, {
    before: before && selectorOf(before),
    after: selector,
  });
  const composites = await listComposites(db, orgId, selector.targets ?? []);
  return [
    ...errors,
    ...composites.map(({ id }) => ({
      path: "selector.targets",
      message: `contains '${id}', a composite monitor; select its members instead`,
    })),
    ...(selector.types?.includes("composite")
      ? [
          {
            path: "selector.types",
            message: "must not contain 'composite': composite monitors are no members",
          },
        ]
      : []),
  ];
}

function selectorOf(config: CheckConfig): Selector | null {
  return "selector" in config ? config.selector : null;
}

/** The compiler does not see that some kinds have templated fields. */
function texts(config: CheckConfig): CheckConfig & TemplatedTexts {
  return config;
}
