import type { ApiError } from "../../../api/api-error.ts";
import type { MonitorDraft } from "./monitor-draft.ts";

/** Fields of the monitor form. */
export type MonitorFieldsProps = {
  draft: MonitorDraft;
  change(part: Partial<MonitorDraft>): void;
  error: ApiError | null;
};
