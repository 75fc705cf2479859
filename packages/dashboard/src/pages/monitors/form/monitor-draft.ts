import { ASSERTION_TYPES_OF, isComputed } from "@vedette/contract/checks/check-types.ts";
import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import {
  type AssertionDraft,
  assertionBody,
  assertionDraft,
} from "../../../features/assertions/assertion-draft.ts";
import type { MonitorType } from "../../../features/checks/check-labels.ts";
import {
  type AboutDraft,
  aboutBody,
  aboutDraft,
  EMPTY_ABOUT,
} from "../../../features/targets/fields/about-draft.ts";
import { formView } from "./form-views.ts";

type RetryBackoff = Monitor["retry"]["backoff"];

/** State of the monitor form: numbers are text. The view of its type was loaded. */
export type MonitorDraft = AboutDraft & {
  name: string;
  type: MonitorType;
  /** The fields of each kind that the user has changed, kept while another type is selected. */
  checks: Partial<Record<MonitorType, object>>;
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

export const EMPTY_DRAFT: MonitorDraft = {
  name: "",
  ...EMPTY_ABOUT,
  type: "url",
  checks: {},
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
    checks: { [type]: formView(type).toDraft(monitor) },
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
  const { name, type } = draft;
  return {
    ...{ name, type },
    ...aboutBody(draft),
    ...formView(type).toBody(checkDraft(draft)),
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
    degraded_after_ms:
      isComputed(type) || draft.degradedAfterMs.trim() === "" ? null : Number(draft.degradedAfterMs),
    ...(!isComputed(type) && { locations: [...draft.locations] }),
    tags: [...draft.tags],
    parents: [...draft.parents],
  };
}

/** Returns the fields of the selected kind. */
export function checkDraft({ type, checks }: MonitorDraft): object {
  return checks[type] ?? formView(type).emptyDraft;
}

/** Returns the change of a draft in which some fields of the selected kind change. */
export function withCheck(draft: MonitorDraft, part: object): Pick<MonitorDraft, "checks"> {
  return { checks: { ...draft.checks, [draft.type]: { ...checkDraft(draft), ...part } } };
}

/** Returns the assertions that the type supports. */
export function assertionsOf({ type, assertions }: MonitorDraft): readonly AssertionDraft[] {
  return assertions.filter((one) => ASSERTION_TYPES_OF[type].includes(one.type));
}
