import { useState } from "react";
import { Dialog } from "../../../components/dialog.tsx";
import { CheckField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { t } from "../../../language/t.ts";

type TagChange = { add: readonly string[]; remove: ReadonlySet<string> };

type TagDialogProps = {
  isOpen: boolean;
  rows: readonly { tags: readonly string[] }[];
  onTags(change: TagChange): Promise<void>;
  onClose(): void;
};

/** Adds and removes tags of several targets. */
export function TagDialog({ isOpen, onClose, ...form }: TagDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Change tags")}>
      <TagForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function TagForm({ rows, onTags, onClose }: Omit<TagDialogProps, "isOpen">) {
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<ReadonlySet<string>>(new Set());
  const present = [...new Set(rows.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const submission = useSubmission(
    async () => {
      await onTags({ add, remove });
      onClose();
    },
    { add, remove: [...remove] },
  );
  return (
    <SubmitForm
      submission={submission}
      submit={{ label: t("Change tags"), busy: t("Changing …") }}
      cancel={onClose}
      isDialog
    >
      <TagInput
        label={t("Add")}
        hint={t("Press Enter or comma to add.")}
        error={null}
        tags={add}
        onTags={setAdd}
      />
      {present.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 font-semibold">{t("Remove")}</legend>
          {present.map((tag) => (
            <CheckField
              key={tag}
              label={tag}
              isChecked={remove.has(tag)}
              onChecked={(isChecked) =>
                setRemove(
                  new Set(isChecked ? [...remove, tag] : [...remove].filter((other) => other !== tag)),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </SubmitForm>
  );
}
