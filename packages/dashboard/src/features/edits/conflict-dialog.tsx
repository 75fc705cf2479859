import type { Conflict } from "@vedette/contract/common/envelope.ts";
import { useMemo, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { DialogFrame } from "../../components/forms/dialog-frame.tsx";
import { Notice } from "../../components/notice.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { EditedFieldList, OtherChanges } from "./edited-field-list.tsx";
import { mergeEdits } from "./merge-edits.ts";

type ConflictDialogProps = {
  base: object;
  mine: object;
  theirs: object;
  change: Conflict | null;
  /** The resource as it is stored now. */
  current: object;
  secretFields: readonly string[];
  /** Saves over the shown version. */
  onSave(body: object): Promise<void>;
  onBack(): void;
};

/** Shows what someone else changed since the form was loaded, and asks what to save. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { base, mine, theirs, change, current, secretFields, onSave, onBack } = props;
  const { merged, fields } = useMemo(() => mergeEdits({ base, mine, theirs }), [base, mine, theirs]);
  const [busy, setBusy] = useState<"merge" | "overwrite" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const keepsTheirs = fields.some(({ changedBy }) => changedBy === "them");
  const hasBoth = fields.some(({ changedBy }) => changedBy === "both");
  const others = (change?.changes ?? []).filter(
    ({ field }) => field in current && !(field in mine) && !(field in theirs),
  );

  async function save(choice: "merge" | "overwrite"): Promise<void> {
    setBusy(choice);
    setProblem(null);
    try {
      await onSave(choice === "merge" ? merged : mine);
    } catch (error) {
      setProblem(asApiError(error).message);
    } finally {
      setBusy(null);
    }
  }

  return (
    <DialogFrame isOpen onClose={onBack} title={t("Someone else changed this")} isWide>
      <p className="text-soft">
        <Author change={change} /> {t("Your changes are not saved yet.")}
      </p>
      <EditedFieldList fields={fields} secretFields={secretFields} />
      <OtherChanges changes={others} />
      {problem && <Notice>{problem}</Notice>}
      {/* In sight however long the list is. */}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-4">
        <Button onClick={onBack}>{t("Go back")}</Button>
        {(keepsTheirs || hasBoth) && (
          <Button
            variant="danger"
            busy={busy === "overwrite" && t("Overwriting …")}
            onClick={() => void save("overwrite")}
          >
            {t("Overwrite")}
          </Button>
        )}
        {(keepsTheirs || !hasBoth) && (
          <Button
            variant="primary"
            busy={busy === "merge" && t("Merging …")}
            onClick={() => void save("merge")}
          >
            {t("Merge")}
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}

function Author({ change }: { change: Conflict | null }) {
  if (change?.changed_by == null || change.changed_at === null)
    return t("It was changed since you opened the form.");
  const { kind, name } = change.changed_by;
  return (
    <Message
      text="{author} saved a change {time}."
      values={{
        author: kind === "key" ? t("The API key “{name}”", { name }) : name,
        time: <TimeAgo at={change.changed_at} />,
      }}
    />
  );
}
