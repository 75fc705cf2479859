import type { StepDraft } from "./step-drafts.ts";

export type StepFieldsProps = {
  draft: StepDraft;
  /** What is wrong with one of its fields, in words. */
  faultAt(field: string, label: string): string | null;
  onValues(values: Record<string, unknown>): void;
};

export type RequestFieldsProps = Omit<StepFieldsProps, "draft"> & {
  values: Readonly<Record<string, unknown>>;
};
