import type { ApiError } from "../../api/api-error.ts";
import type { ReportDraft } from "./report-draft.ts";

/** What every part of the form of a report needs. */
export type ReportPart = {
  draft: ReportDraft;
  error: ApiError | null;
  onChange(some: Partial<ReportDraft>): void;
};
