import type { ApiError } from "../../api/api-error.ts";
import type { RuleDraft } from "./rule-draft.ts";

export type RulePart = {
  draft: RuleDraft;
  error: ApiError | null;
  onChange(part: Partial<RuleDraft>): void;
};
