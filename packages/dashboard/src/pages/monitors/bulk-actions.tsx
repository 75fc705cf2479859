import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import type { MonitorRow } from "./monitor-list.ts";

type BulkActionsProps = {
  chosen: readonly MonitorRow[];
  /** How many the list shows now, all of which can be chosen at once. */
  shownCount: number;
  onAll(): void;
  onNone(): void;
};

/** What can be done with all that are chosen. */
export function BulkActions({ chosen, shownCount, onAll, onNone }: BulkActionsProps) {
  const api = useApi();
  const { each, busy } = useEach(chosen);
  const [isAsking, setAsking] = useState(false);
  const paused = chosen.filter(({ enabled }) => !enabled);

  const enable = (enabled: boolean) =>
    each(enabled ? "Resumed" : "Paused", (id) =>
      dataOf(api.PUT("/api/v1/monitors/{id}", { params: { path: { id } }, body: { enabled } })),
    );
  const remove = () =>
    each("Deleted", (id) => dataOf(api.DELETE("/api/v1/monitors/{id}", { params: { path: { id } } })));
  const quietly = (work: Promise<void>) =>
    void work.then(onNone, (error: unknown) => toast(asApiError(error).message, "problem"));

  return (
    <section
      aria-label="Chosen monitors"
      className="card sticky top-16 z-10 flex flex-wrap items-center gap-2 px-4 py-2.5 md:top-3"
    >
      <p className="mr-auto font-semibold" aria-live="polite">
        {busy ?? `${chosen.length} chosen`}
      </p>
      {chosen.length < shownCount && (
        <Button variant="quiet" onClick={onAll}>
          Choose all {shownCount.toLocaleString("en")}
        </Button>
      )}
      <Button variant="quiet" onClick={onNone}>
        Choose none
      </Button>
      {paused.length < chosen.length && (
        <Button busy={busy !== null && "Pause"} onClick={() => quietly(enable(false))}>
          Pause
        </Button>
      )}
      {paused.length > 0 && (
        <Button busy={busy !== null && "Resume"} onClick={() => quietly(enable(true))}>
          Resume
        </Button>
      )}
      <Button variant="danger" busy={busy !== null && "Delete"} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={chosen.length === 1 ? `Delete ${chosen[0]?.name}?` : `Delete ${chosen.length} monitors?`}
        words="Their results and statistics are gone with them."
        action={{ label: "Delete", busy: "Deleting …", run: () => remove().then(onNone) }}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

/** Requests under way at once: quick, and far from any rate limit's burst. */
const AT_ONCE = 4;

function useEach(chosen: readonly MonitorRow[]) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);

  /** Goes on after a failure, and tells of the first when all were tried. */
  async function each(word: string, work: (id: string) => Promise<unknown>): Promise<void> {
    const left = [...chosen];
    const failures: ApiError[] = [];
    let doneCount = 0;
    async function workThrough(): Promise<void> {
      for (let row = left.shift(); row; row = left.shift()) {
        try {
          await work(row.id);
          doneCount += 1;
        } catch (error) {
          failures.push(asApiError(error));
        }
        setBusy(`${word} ${doneCount} of ${chosen.length} …`);
      }
    }
    setBusy(`${word} 0 of ${chosen.length} …`);
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
    } finally {
      setBusy(null);
      await queries.invalidateQueries({ queryKey: ["monitors"] });
    }
    const [first] = failures;
    if (first) {
      throw new ApiError(first.code, `${failures.length} of ${chosen.length} failed: ${first.message}`);
    }
    toast(`${word} ${doneCount} ${doneCount === 1 ? "monitor" : "monitors"}.`);
  }

  return { each, busy };
}
