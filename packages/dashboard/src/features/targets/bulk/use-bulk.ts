import { useQueryClient } from "@tanstack/react-query";
import type { BulkResult, BulkTargetsInput } from "@vedette/contract/targets/bulk.ts";
import { useState } from "react";
import { ApiError, asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { toast, toastWithUndo } from "../../../components/toast.tsx";
import { sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import type { TargetListType } from "../list/target-lists.ts";
import { BULK_MESSAGES, type BulkVerb } from "./bulk-messages.ts";
import { type BulkRow, changeInBatches } from "./change-in-batches.ts";

/** A target that could not be changed, and why. */
export type BulkFailure = BulkResult["failed"][number];

export type BulkChange = Pick<BulkTargetsInput, "action" | "set" | "snooze">;

/** Concurrent requests: fast, and far below the rate limit. */
const AT_ONCE = 4;

/** Applies one action to many targets, and returns those that failed; the others are changed. */
export function useBulk({ nouns, noun }: Pick<TargetListType, "nouns" | "noun">) {
  const api = useApi();
  const { busy, report } = useReport({ nouns, noun });

  /** Sends one request for up to 500 targets. */
  const request = (rows: readonly BulkRow[], change: BulkChange, onDone: OnDone = () => {}) =>
    changeInBatches(rows, {
      onDone,
      send: (targets) => {
        const expected = change.action === "delete" && { expected_count: targets.length };
        const body = { ...change, ...expected, selector: { targets } };
        return dataOf(api.POST("/api/v1/targets/bulk", { body })).catch(fieldsOf(change.action));
      },
    });

  return {
    busy,
    /** Changes the rows with as few requests as possible. */
    change: (verb: BulkVerb, rows: readonly BulkRow[], change: BulkChange) =>
      report(verb, rows, { work: (onDone) => request(rows, change, onDone) }),
    /** Pauses or resumes rows that are not yet; the message has an undo. */
    enable: (rows: readonly BulkRow[], action: "pause" | "resume") =>
      report(action, rows, {
        work: (onDone) => request(rows, { action }, onDone),
        revert: (changed) => request(changed, { action: action === "pause" ? "resume" : "pause" }),
      }),
    /** Moves the rows to the trash; the message has an undo. */
    remove: (rows: readonly BulkRow[]) =>
      report("delete", rows, {
        work: (onDone) => request(rows, { action: "delete" }, onDone),
        revert: (deleted) =>
          workThrough(deleted, (id) => api.POST("/api/v1/trash/{id}/restore", { params: { path: { id } } })),
      }),
  };
}

type OnDone = (count: number) => void;
type Work = {
  work(onDone: OnDone): Promise<BulkFailure[]>;
  /** Reverts the change of these rows. */
  revert?(rows: readonly BulkRow[]): Promise<BulkFailure[]>;
};

/** Shows the progress of the work, and then how many targets it changed. */
function useReport({ nouns, noun }: Pick<TargetListType, "nouns" | "noun">) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);

  async function report(verb: BulkVerb, rows: readonly BulkRow[], { work, revert }: Work) {
    const messages = BULK_MESSAGES[verb];
    const onDone = (count: number) => setBusy(messages.busy({ count, total: rows.length }));
    onDone(0);
    try {
      const failures = await work(onDone);
      const failed = new Set(failures.map(({ id }) => id));
      const done = rows.filter(({ id }) => !failed.has(id));
      const message = messages.done(`${done.length} ${done.length === 1 ? noun.one : noun.many}`);
      if (done.length > 0 && revert)
        toastWithUndo(message, async () => {
          const left = await revert(done);
          // Lists of targets and rules show them again.
          await queries.invalidateQueries();
          assertNone(left);
        });
      else if (done.length > 0) toast(message);
      return failures;
    } finally {
      setBusy(null);
      await Promise.all(nouns.map((one) => queries.invalidateQueries({ queryKey: keys.all(one) })));
    }
  }

  return { busy, report };
}

/** Throws if some targets could not be reverted, with the reason of the first. */
function assertNone(failures: readonly BulkFailure[]): void {
  const [first] = failures;
  if (first === undefined) return;
  const message = `${first.name}: ${sentenceOf(first.message)}`;
  const others =
    failures.length > 1 ? t(" {count} more could not be changed.", { count: failures.length - 1 }) : "";
  throw new ApiError("BAD_REQUEST", `${message}${others}`);
}

/** Names invalid fields as the forms of the change do: without the field around them. */
function fieldsOf(action: BulkChange["action"]) {
  const around = action === "snooze" ? "snooze." : "set.";
  return (thrown: unknown): never => {
    const { code, message, details } = asApiError(thrown);
    const own = details.map((detail) => ({ ...detail, path: detail.path.replace(around, "") }));
    throw new ApiError(code, message, { details: own });
  };
}

async function workThrough(
  rows: readonly BulkRow[],
  work: (id: string) => Promise<unknown>,
): Promise<BulkFailure[]> {
  const left = [...rows];
  const failures: BulkFailure[] = [];
  async function worker(): Promise<void> {
    for (let row = left.shift(); row; row = left.shift()) {
      const { id, name } = row;
      try {
        await work(id);
      } catch (error) {
        failures.push({ id, name, message: asApiError(error).message });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}
