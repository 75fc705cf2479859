import type { Submission } from "../../components/forms/use-submission.ts";
import type { WindowDraft } from "./window-draft.ts";

/** What a group of fields of the form of a maintenance window needs. */
export type WindowPart = {
  draft: WindowDraft;
  error: Submission["error"];
  onChange(part: Partial<WindowDraft>): void;
};
