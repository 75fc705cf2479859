import type { StepDraft } from "./step-drafts.ts";

export type StepFieldsProps = {
  draft: StepDraft;
  /** Returns the error of a field as a sentence. */
  errorAt(field: string, label: string): string | null;
  onValues(values: Record<string, unknown>): void;
};

export type RequestFieldsProps = Omit<StepFieldsProps, "draft"> & {
  values: Readonly<Record<string, unknown>>;
};
