import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import type { ApiError } from "../../api/api-error.ts";

/** The fields of a check in the monitor form. */
export type CheckFieldsProps<Draft> = {
  draft: Draft;
  change(part: Partial<Draft>): void;
  error: ApiError | null;
};

/**
 * What the pages need of a check kind. Each kind is one file, here or in services/, with one line in check-labels.ts, one
 * in check-views.ts, one in check-tabs.ts for its advanced fields, and one in check-commands.ts.
 */
export type CheckView<Draft> = {
  emptyDraft: Draft;
  toDraft(monitor: Monitor): Draft;
  /** Returns the fields of the kind for create and update. Fields of other kinds are null. */
  toBody(draft: Draft): Partial<MonitorCreateInput>;
  /** The fields of `MainFields`; an error of any other field opens the advanced ones. */
  mainFields: readonly string[];
  MainFields(props: CheckFieldsProps<Draft>): ReactNode;
  /** Returns the draft with HTTP instead of HTTPS; null if it does not use HTTPS. */
  withPlainHttp?(draft: Draft): Draft | null;
  /** What counts as up if there are no assertions. */
  withoutAssertions: string;
  /** Returns what is shown beside the name. */
  toAddress(monitor: Monitor): string;
  toFacts(monitor: Monitor): [string, ReactNode][];
};
