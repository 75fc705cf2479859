import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toastError } from "../../components/toast.tsx";
import { SnoozeDialog } from "../snooze/snooze-dialog.tsx";
import { useSnooze } from "../snooze/use-snooze.ts";
import { type TagChange, TagDialog, taggedBy } from "./tag-dialog.tsx";
import type { TargetOperations } from "./target-operations.ts";
import { useEach } from "./use-each.ts";

/** Fields that all listed kinds of targets have. */
export type TargetRow = {
  id: string;
  name: string;
  enabled: boolean;
  tags: readonly string[];
  snooze: Snooze | null;
};

type BulkActionsProps = {
  operations: TargetOperations;
  chosen: readonly TargetRow[];
  /** Number of listed rows, which can be selected at once. */
  shownCount: number;
  onAll(): void;
  onNone(): void;
};

/** Actions for the selected rows. */
export function BulkActions({ operations, chosen, shownCount, onAll, onNone }: BulkActionsProps) {
  const { kind, noun, run } = operations;
  const { each, busy } = useEach<TargetRow>({ noun, queryKey: keys.all(kind) });
  const [asked, setAsked] = useState<"delete" | "snooze" | "tags" | null>(null);
  const paused = chosen.filter(({ enabled }) => !enabled);
  const { snooze, unsnooze } = useSnooze();
  const snoozed = chosen.filter((row) => row.snooze !== null);
  const close = () => setAsked(null);

  const quietly = (work: Promise<void>) => void work.then(onNone, toastError);
  // A failed change is reverted by the refetch at the end of `each`, and reported.
  function enable(enabled: boolean): void {
    operations.showEnabled(new Set(chosen.map(({ id }) => id)), enabled);
    quietly(each(enabled ? "Resumed" : "Paused", chosen, ({ id }) => operations.change(id, { enabled })));
  }
  const tag = (change: TagChange) =>
    each("Tagged", chosen, ({ id, tags }) => operations.change(id, { tags: taggedBy(tags, change) }));
  const remove = () => each("Deleted", chosen, ({ id }) => operations.remove(id));
  const button = (label: string, onClick: () => void) => (
    <Button busy={busy !== null && label} onClick={onClick}>
      {label}
    </Button>
  );

  return (
    <section
      aria-label={`Selected ${noun.many}`}
      className="card sticky top-16 z-10 flex flex-wrap items-center gap-2 px-4 py-2.5 md:top-3"
    >
      <p className="mr-auto font-semibold" aria-live="polite">
        {busy ?? `${chosen.length} selected`}
      </p>
      {chosen.length < shownCount && (
        <Button variant="quiet" onClick={onAll}>
          Select all {shownCount.toLocaleString("en")}
        </Button>
      )}
      <Button variant="quiet" onClick={onNone}>
        Clear selection
      </Button>
      {button(run.label, () => quietly(each(run.done, chosen, ({ id }) => operations.start(id))))}
      {paused.length < chosen.length && button("Pause", () => enable(false))}
      {paused.length > 0 && button("Resume", () => enable(true))}
      {button("Snooze", () => setAsked("snooze"))}
      {snoozed.length > 0 &&
        button("End snooze", () => quietly(each("Ended the snooze of", snoozed, ({ id }) => unsnooze(id))))}
      {button("Tag", () => setAsked("tags"))}
      <Button variant="danger" busy={busy !== null && "Delete"} onClick={() => setAsked("delete")}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={asked === "delete"}
        title={chosen.length === 1 ? `Delete ${chosen[0]?.name}?` : `Delete ${chosen.length} ${noun.many}?`}
        description="They stay in the trash for a while, with their results, and can be restored from there."
        action={{ label: "Delete", busy: "Deleting …", run: () => remove().then(onNone) }}
        onClose={close}
      />
      <SnoozeDialog
        isOpen={asked === "snooze"}
        title={chosen.length === 1 ? `Snooze ${chosen[0]?.name}` : `Snooze ${chosen.length} ${noun.many}`}
        onSnooze={(span) => each("Snoozed", chosen, ({ id }) => snooze(id, span)).then(onNone)}
        onClose={close}
      />
      <TagDialog
        isOpen={asked === "tags"}
        rows={chosen}
        onTags={(tags) => tag(tags).then(onNone)}
        onClose={close}
      />
    </section>
  );
}
