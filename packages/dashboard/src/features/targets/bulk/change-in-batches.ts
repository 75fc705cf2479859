import type { BulkResult } from "@vedette/contract/targets/bulk.ts";
import { SELECTOR_TARGETS_MAX } from "@vedette/contract/targets/selector-limits.ts";
import { asApiError } from "../../../api/api-error.ts";

export type BulkRow = { id: string; name: string };

type Batches = {
  /** Changes the targets with these IDs. */
  send(ids: string[]): Promise<BulkResult>;
  onDone(count: number): void;
};

/**
 * Changes targets with as few requests as the server accepts, one after another. Returns the targets that failed. Throws
 * if the first request fails, because then nothing is changed; if a later one fails, its targets and all after it have
 * failed.
 */
export async function changeInBatches(
  rows: readonly BulkRow[],
  { send, onDone }: Batches,
): Promise<BulkResult["failed"]> {
  const failures: BulkResult["failed"] = [];
  for (let at = 0; at < rows.length; at += SELECTOR_TARGETS_MAX) {
    const batch = rows.slice(at, at + SELECTOR_TARGETS_MAX);
    try {
      const { failed } = await send(batch.map(({ id }) => id));
      failures.push(...failed);
    } catch (error) {
      if (at === 0) throw error;
      const { message } = asApiError(error);
      return [...failures, ...rows.slice(at).map(({ id, name }) => ({ id, name, message }))];
    }
    onDone(at + batch.length - failures.length);
  }
  return failures;
}
