import { useQueryClient } from "@tanstack/react-query";
import type { BulkResult, BulkTargetsInput } from "@vedette/contract/targets/bulk.ts";
import { useState } from "react";
import { ApiError, asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { toast } from "../../../components/toast.tsx";
import type { TargetOperations } from "../target-operations.ts";
import { type BulkRow, changeInBatches } from "./change-in-batches.ts";

/** A target that could not be changed, and why. */
export type BulkFailure = BulkResult["failed"][number];

export type BulkChange = Pick<BulkTargetsInput, "action" | "set" | "snooze">;

/** Concurrent requests: fast, and far below the rate limit. */
const AT_ONCE = 4;

/** Applies one action to many targets, and returns those that failed; the others are changed. */
export function useBulk({ kind, noun }: Pick<TargetOperations, "kind" | "noun">) {
  const api = useApi();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);

  async function report(
    word: string,
    rows: readonly BulkRow[],
    work: (onDone: (count: number) => void) => Promise<BulkFailure[]>,
  ): Promise<BulkFailure[]> {
    const onDone = (count: number) => setBusy(`${word} ${count} of ${rows.length} …`);
    onDone(0);
    try {
      const failures = await work(onDone);
      const doneCount = rows.length - failures.length;
      if (doneCount > 0) toast(`${word} ${doneCount} ${doneCount === 1 ? noun.one : noun.many}.`);
      return failures;
    } finally {
      setBusy(null);
      await queries.invalidateQueries({ queryKey: keys.all(kind) });
    }
  }

  return {
    busy,
    /** Sends one request for up to 500 targets. */
    change: (word: string, rows: readonly BulkRow[], change: BulkChange) =>
      report(word, rows, (onDone) =>
        changeInBatches(rows, {
          onDone,
          send: (targets) => {
            const expected = change.action === "delete" && { expected_count: targets.length };
            const body = { ...change, ...expected, selector: { targets } };
            return dataOf(api.POST("/api/v1/targets/bulk", { body })).catch(fieldsOf(change.action));
          },
        }),
      ),
    /** Sends one request for each target, for actions without a bulk request. */
    each: (word: string, rows: readonly BulkRow[], work: (id: string) => Promise<unknown>) =>
      report(word, rows, (onDone) => workThrough(rows, { work, onDone })),
  };
}

/** Names invalid fields as the forms of the change do: without the field around them. */
function fieldsOf(action: BulkChange["action"]) {
  const around = action === "snooze" ? "snooze." : "set.";
  return (thrown: unknown): never => {
    const { code, message, details } = asApiError(thrown);
    const own = details.map((detail) => ({ ...detail, path: detail.path.replace(around, "") }));
    throw new ApiError(code, message, own);
  };
}

async function workThrough(
  rows: readonly BulkRow[],
  { work, onDone }: { work(id: string): Promise<unknown>; onDone(count: number): void },
): Promise<BulkFailure[]> {
  const left = [...rows];
  const failures: BulkFailure[] = [];
  let doneCount = 0;
  async function worker(): Promise<void> {
    for (let row = left.shift(); row; row = left.shift()) {
      const { id, name } = row;
      try {
        await work(id);
        doneCount += 1;
      } catch (error) {
        failures.push({ id, name, message: asApiError(error).message });
      }
      onDone(doneCount);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}
