import type {
  IncidentUpdateCreateInput,
  PageIncident,
  PageIncidentCreateInput,
} from "@vedette/contract/status-pages/page-incidents.ts";
import type { ComponentStatus, Impact, IncidentStatus } from "@vedette/contract/status-pages/status-words.ts";

/** Form state of an incident and of its updates. Pure. */

/** The statuses that an update sets, by the ID of the component. */
export type AffectedDraft = Readonly<Record<string, ComponentStatus>>;

export type UpdateDraft = {
  status: IncidentStatus;
  message: string;
  affected: AffectedDraft;
  notify: boolean;
  /** Local time of the browser, "2026-01-31T02:30"; empty: now. */
  at: string;
};

export type IncidentDraft = UpdateDraft & {
  title: string;
  /** Null: follows from the statuses of the components. */
  impact: Impact | null;
  published: boolean;
};

export const EMPTY_INCIDENT: IncidentDraft = {
  ...{ title: "", status: "investigating", impact: null, message: "", affected: {} },
  ...{ notify: true, published: true, at: "" },
};

/** The next update of an incident: a resolved one ends the statuses by itself. */
export function emptyUpdate({ status, components }: PageIncident): UpdateDraft {
  const affected = Object.fromEntries(components.map((one) => [one.id, one.status]));
  return { status, message: "", affected, notify: true, at: "" };
}

export function bodyOfUpdate({
  status,
  message,
  affected,
  notify,
  at,
}: UpdateDraft): IncidentUpdateCreateInput {
  return {
    ...{ status, message, notify },
    components: Object.entries(affected).map(([id, set]) => ({ id, status: set })),
    ...(at !== "" && { at: instantOf(at) }),
  };
}

export function bodyOfIncident(draft: IncidentDraft): PageIncidentCreateInput {
  const { title, impact, published } = draft;
  return { ...bodyOfUpdate(draft), title, published, ...(impact !== null && { impact }) };
}

/** A local time without a time zone is read as that of the browser; what is no time is left to the server. */
export function instantOf(local: string): string {
  const ms = new Date(local).getTime();
  return Number.isNaN(ms) ? local : new Date(ms).toISOString();
}

/** Formats an instant for a `datetime-local` input, in the time zone of the browser. */
export function localTimeOf(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
