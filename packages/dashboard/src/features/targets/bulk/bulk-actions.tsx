import { useQueryClient } from "@tanstack/react-query";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { toastError } from "../../../components/toast.tsx";
import { sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { SnoozeDialog } from "../../snooze/snooze-dialog.tsx";
import { NOUN_OF_KIND, type TargetListType } from "../list/target-lists.ts";
import { showEnabled } from "../target-operations.ts";
import type { BulkVerb } from "./bulk-messages.ts";
import { ChangeMenu } from "./change-menu.tsx";
import { CoverageDialog } from "./coverage-dialog.tsx";
import type { CoveringType } from "./covering.ts";
import { type BulkField, EditDialog } from "./edit-dialog.tsx";
import { TagDialog } from "./tag-dialog.tsx";
import { type BulkChange, type BulkFailure, useBulk } from "./use-bulk.ts";

type BulkActionsProps = {
  list: TargetListType;
  chosen: readonly Target[];
  /** Number of listed rows, which can be selected at once. */
  shownCount: number;
  onAll(): void;
  /** Selects only these rows. */
  onChosen(ids: readonly string[]): void;
};

/** Actions for the selected rows. Rows that could not be changed stay selected, with the reason. */
export function BulkActions({ list, chosen, shownCount, onAll, onChosen }: BulkActionsProps) {
  const { noun, run } = list;
  const queries = useQueryClient();
  const { change, enable: enableAll, remove, busy } = useBulk(list);
  const [asked, setAsked] = useState<"delete" | "snooze" | "tags" | null>(null);
  const [edited, setEdited] = useState<BulkField | null>(null);
  const [covering, setCovering] = useState<CoveringType | null>(null);
  const [failures, setFailures] = useState<readonly BulkFailure[]>([]);
  const paused = chosen.filter(({ enabled }) => !enabled);
  const snoozed = chosen.filter((row) => row.snooze !== null);
  const close = () => setAsked(null);

  async function finish(work: Promise<BulkFailure[]>): Promise<void> {
    const failed = await work;
    setFailures(failed);
    onChosen(failed.map(({ id }) => id));
  }
  const quietly = (work: Promise<BulkFailure[]>) => void finish(work).catch(toastError);
  const changeAll = (verb: BulkVerb, request: BulkChange) => finish(change(verb, chosen, request));
  // A failed change is reverted by the refetch at its end, and reported.
  function enable(enabled: boolean): void {
    // The others are as wanted already, and an undo must not change them.
    const changed = chosen.filter((row) => row.enabled !== enabled);
    for (const kind of list.nouns) {
      const own = changed.filter((row) => NOUN_OF_KIND[row.kind] === kind);
      showEnabled(queries, { kind, ids: new Set(own.map(({ id }) => id)), enabled });
    }
    quietly(enableAll(changed, enabled ? "resume" : "pause"));
  }
  const button = (label: string, onClick: () => void) => (
    <Button busy={busy !== null && label} onClick={onClick}>
      {label}
    </Button>
  );

  return (
    <section
      aria-label={t("Selected {many}", { many: noun.many })}
      className="card sticky top-16 z-10 flex flex-wrap items-center gap-2 px-4 py-2.5 md:top-3"
    >
      <p className="me-auto font-semibold" aria-live="polite">
        {busy ?? t("{length} selected", { length: chosen.length })}
      </p>
      {chosen.length < shownCount && (
        <Button variant="quiet" onClick={onAll}>
          {t("Select all {count, number}", { count: shownCount })}
        </Button>
      )}
      <Button variant="quiet" aria-label={t("Clear selection")} onClick={() => onChosen([])}>
        {t("Clear")}
      </Button>
      {run !== null && button(run, () => quietly(change("start", chosen, { action: "check" })))}
      {paused.length < chosen.length && button(t("Pause"), () => enable(false))}
      {paused.length > 0 && button(t("Resume"), () => enable(true))}
      {button(t("Snooze"), () => setAsked("snooze"))}
      {snoozed.length > 0 &&
        button(t("End snooze"), () => quietly(change("unsnooze", snoozed, { action: "unsnooze" })))}
      {button(t("Tag"), () => setAsked("tags"))}
      <ChangeMenu onEdit={setEdited} onCoverage={setCovering} />
      <Button variant="danger" busy={busy !== null && t("Delete")} onClick={() => setAsked("delete")}>
        {t("Delete")}
      </Button>
      <FailureList failures={failures.filter(({ id }) => chosen.some((row) => row.id === id))} noun={noun} />
      <ConfirmDialog
        isOpen={asked === "delete"}
        title={
          chosen.length === 1
            ? t("Delete {name}?", { name: chosen[0]?.name ?? "" })
            : t("Delete {length} {many}?", { length: chosen.length, many: noun.many })
        }
        description={t(
          "{names} {count, plural, one {It stays in the trash for a while, with the results, and can be restored from there.} other {They stay in the trash for a while, with the results, and can be restored from there.}}",
          { names: namesText(chosen), count: chosen.length },
        )}
        action={{
          label: t("Delete"),
          busy: t("Deleting …"),
          run: () => finish(remove(chosen)),
        }}
        onClose={close}
      />
      <SnoozeDialog
        isOpen={asked === "snooze"}
        title={
          chosen.length === 1
            ? t("Snooze {name}", { name: chosen[0]?.name ?? "" })
            : t("Snooze {length} {many}", { length: chosen.length, many: noun.many })
        }
        onSnooze={(snooze) => changeAll("snooze", { action: "snooze", snooze })}
        onClose={close}
      />
      <TagDialog
        isOpen={asked === "tags"}
        rows={chosen}
        onTags={({ add, remove }) =>
          changeAll("tag", {
            action: "update",
            set: { add_tags: [...add], remove_tags: [...remove] },
          })
        }
        onClose={close}
      />
      <EditDialog
        field={edited}
        count={chosen.length}
        onSet={(set) => changeAll("edit", { action: "update", set })}
        onClose={() => setEdited(null)}
      />
      <CoverageDialog type={covering} rows={chosen} onClose={() => setCovering(null)} />
    </section>
  );
}

const NAMES_SHOWN = 10;

/** Names what is about to be deleted. */
function namesText(rows: readonly { name: string }[]): string {
  const names = rows.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const rest = rows.length - names.length;
  const list = names.join(", ");
  return rest > 0 ? t("{names} and {count, number} more.", { names: list, count: rest }) : `${list}.`;
}

function FailureList({ failures, noun }: { failures: readonly BulkFailure[]; noun: TargetListType["noun"] }) {
  return (
    <div role="alert" className="w-full empty:hidden">
      {failures.length > 0 && (
        <>
          <p className="font-semibold text-down">
            {t("{count, plural, one {# {one}} other {# {many}}} could not be changed:", {
              count: failures.length,
              one: noun.one,
              many: noun.many,
            })}
          </p>
          <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
            {failures.map(({ id, name, message }) => (
              <li key={id} className="wrap-anywhere">
                <strong>{name}</strong>: {sentenceOf(message)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
