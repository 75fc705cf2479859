import { ASSERTION_TYPES_OF } from "@vedette/contract/checks/check-types.ts";
import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import {
  type AssertionDraft,
  assertionBody,
  assertionDraft,
} from "../../../features/assertions/assertion-draft.ts";
import { checkView, MONITOR_TYPES, type MonitorType } from "../../../features/checks/check-views.ts";
import {
  type AboutDraft,
  aboutBody,
  aboutDraft,
  EMPTY_ABOUT,
} from "../../../features/targets/fields/about-draft.ts";

type RetryBackoff = Monitor["retry"]["backoff"];

/** State of the monitor form: numbers are text. Pure. */
export type MonitorDraft = AboutDraft & {
  name: string;
  type: MonitorType;
  /** The fields of each kind, kept while the user tries another type. */
  checks: Record<MonitorType, object>;
  assertions: readonly AssertionDraft[];
  interval: string;
  timeout: string;
  retries: string;
  retryInterval: string;
  retryBackoff: RetryBackoff;
  retriesElsewhere: boolean;
  degradedAfterMs: string;
  invert: boolean;
  confirmInterval: string;
  locations: readonly string[];
  tags: readonly string[];
  parents: readonly string[];
};

const EMPTY_CHECKS = Object.fromEntries(
  MONITOR_TYPES.map((type) => [type, checkView(type).emptyDraft]),
) as MonitorDraft["checks"];

export const EMPTY_DRAFT: MonitorDraft = {
  name: "",
  ...EMPTY_ABOUT,
  type: "url",
  checks: EMPTY_CHECKS,
  assertions: [],
  interval: "60",
  timeout: "30",
  retries: "1",
  retryInterval: "1",
  retryBackoff: "fixed",
  retriesElsewhere: false,
  degradedAfterMs: "",
  invert: false,
  confirmInterval: "",
  locations: ["default"],
  tags: [],
  parents: [],
};

export function monitorDraft(monitor: Monitor): MonitorDraft {
  const { name, type, locations, tags, parents } = monitor;
  return {
    ...aboutDraft(monitor),
    ...{ name, type, locations, tags, parents },
    checks: { ...EMPTY_CHECKS, [type]: checkView(type).toDraft(monitor) },
    assertions: monitor.assertions.map(assertionDraft),
    interval: String(monitor.interval),
    timeout: String(monitor.timeout),
    retries: String(monitor.retries),
    retryInterval: String(monitor.retry.interval_seconds),
    retryBackoff: monitor.retry.backoff,
    retriesElsewhere: monitor.retry.other_location,
    invert: monitor.invert,
    confirmInterval: monitor.confirm_interval === null ? "" : String(monitor.confirm_interval),
    degradedAfterMs: monitor.degraded_after_ms === null ? "" : String(monitor.degraded_after_ms),
  };
}

/** Returns the request body with every field of the type, for create and update. */
export function monitorBody(draft: MonitorDraft): MonitorCreateInput {
  const { name, type, checks } = draft;
  return {
    ...{ name, type },
    ...aboutBody(draft),
    ...checkView(type).toBody(checks[type]),
    assertions: assertionsOf(draft).map(assertionBody),
    interval: Number(draft.interval),
    timeout: Number(draft.timeout),
    retries: Number(draft.retries),
    retry: {
      interval_seconds: Number(draft.retryInterval),
      backoff: draft.retryBackoff,
      other_location: draft.retriesElsewhere && draft.locations.length > 1,
    },
    invert: draft.invert,
    confirm_interval: draft.confirmInterval.trim() === "" ? null : Number(draft.confirmInterval),
    degraded_after_ms: draft.degradedAfterMs.trim() === "" ? null : Number(draft.degradedAfterMs),
    locations: [...draft.locations],
    tags: [...draft.tags],
    parents: [...draft.parents],
  };
}

/** Returns the assertions that the type supports. */
export function assertionsOf({ type, assertions }: MonitorDraft): readonly AssertionDraft[] {
  return assertions.filter((one) => ASSERTION_TYPES_OF[type].includes(one.type));
}
