import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, asApiError } from "../../api/api-error.ts";
import { toast } from "../../components/toast.tsx";

/** Concurrent requests: fast, and far below the rate limit. */
const AT_ONCE = 4;

type EachOptions = { noun: { one: string; many: string }; queryKey: QueryKey };

/** Applies one action to many targets, a few at a time. */
export function useEach<Row>({ noun, queryKey }: EachOptions) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);

  /** Continues after a failure, and reports the first error at the end. */
  async function each(
    word: string,
    rows: readonly Row[],
    work: (row: Row) => Promise<unknown>,
  ): Promise<void> {
    const left = [...rows];
    const failures: ApiError[] = [];
    let doneCount = 0;
    async function workThrough(): Promise<void> {
      for (let row = left.shift(); row; row = left.shift()) {
        try {
          await work(row);
          doneCount += 1;
        } catch (error) {
          failures.push(asApiError(error));
        }
        setBusy(`${word} ${doneCount} of ${rows.length} …`);
      }
    }
    setBusy(`${word} 0 of ${rows.length} …`);
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
    } finally {
      setBusy(null);
      await queries.invalidateQueries({ queryKey });
    }
    const [first] = failures;
    if (first) {
      throw new ApiError(first.code, `${failures.length} of ${rows.length} failed: ${first.message}`);
    }
    toast(`${word} ${doneCount} ${doneCount === 1 ? noun.one : noun.many}.`);
  }

  return { each, busy };
}
