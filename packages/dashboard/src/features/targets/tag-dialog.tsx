import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { CheckField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { TagInput } from "../../components/tag-input.tsx";
import { useSubmission } from "../../components/use-submission.ts";

export type TagChange = { add: readonly string[]; remove: ReadonlySet<string> };

/** Returns the tags after the change. Existing tags keep their order. */
export function taggedBy(tags: readonly string[], { add, remove }: TagChange): string[] {
  return [...new Set([...tags.filter((tag) => !remove.has(tag)), ...add])];
}

type TagDialogProps = {
  isOpen: boolean;
  rows: readonly { tags: readonly string[] }[];
  onTags(change: TagChange): Promise<void>;
  onClose(): void;
};

/** Adds and removes tags of several targets. */
export function TagDialog({ isOpen, onClose, ...form }: TagDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Change tags">
      <TagForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function TagForm({ rows, onTags, onClose }: Omit<TagDialogProps, "isOpen">) {
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<ReadonlySet<string>>(new Set());
  const present = [...new Set(rows.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await onTags({ add, remove });
    onClose();
  });
  return (
    <form className="grid gap-4" onSubmit={onSubmit}>
      <TagInput label="Add" hint="Press Enter or comma to add." error={null} tags={add} onTags={setAdd} />
      {present.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 font-semibold">Remove</legend>
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
      {error && <Notice>{error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy && "Changing …"}>
          Change tags
        </Button>
      </div>
    </form>
  );
}
