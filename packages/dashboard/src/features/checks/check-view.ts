import type { AssertionType } from "@vedette/contract/assertions/assertion-rules.ts";
import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import type { ApiError } from "../../api/api-error.ts";

/** The fields of a check in the monitor form. */
export type CheckFieldsProps<Draft> = {
  draft: Draft;
  change(part: Partial<Draft>): void;
  error: ApiError | null;
};

/** What the pages need of a check kind. Each kind is one file in this folder and one line in check-views.ts. */
export type CheckView<Draft> = {
  /** In lists and filters. */
  label: string;
  /** In the form, where the user selects the kind. */
  formLabel: string;
  emptyDraft: Draft;
  toDraft(monitor: Monitor): Draft;
  /** Returns the fields of the kind for create and update. Fields of other kinds are null. */
  toBody(draft: Draft): Partial<MonitorCreateInput>;
  /** The fields of `MainFields`; an error of any other field opens the advanced ones. */
  mainFields: readonly string[];
  MainFields(props: CheckFieldsProps<Draft>): ReactNode;
  AdvancedFields?(props: CheckFieldsProps<Draft>): ReactNode;
  /** The assertion types that the form offers; default: all of them. */
  assertionTypes?: readonly AssertionType[];
  /** What counts as up if there are no assertions. */
  withoutAssertions: string;
  /** Returns what is shown beside the name. */
  toAddress(monitor: Monitor): string;
  toFacts(monitor: Monitor): [string, ReactNode][];
  /** Returns the check as a shell command. */
  toCurl(monitor: Monitor): string;
};
