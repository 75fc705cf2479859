import { type KeyboardEvent, useState } from "react";
import { t } from "../../language/t.ts";
import { FieldFrame } from "./field.tsx";

type TagInputProps = {
  label: string;
  hint?: string;
  error: string | null;
  tags: readonly string[];
  onTags(tags: string[]): void;
};

/** A list of short texts. Enter or comma adds one, Backspace removes the last. */
export function TagInput({ tags, onTags, ...frame }: TagInputProps) {
  const [text, setText] = useState("");

  function add(): void {
    const added = text.split(",").map((tag) => tag.trim());
    onTags([...new Set([...tags, ...added])].filter((tag) => tag !== ""));
    setText("");
  }

  function onKeyDown(event: KeyboardEvent): void {
    if ((event.key === "Enter" || event.key === ",") && text.trim() !== "") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "") onTags(tags.slice(0, -1));
  }

  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-1.5">
          {tags.map((tag) => (
            <span
              key={tag}
              className="inline-flex items-center gap-1 rounded-full bg-accent-ground py-0.5 pe-1 ps-2.5"
            >
              {tag}
              <button
                type="button"
                aria-label={t("Remove {tag}", { tag })}
                className="grid size-6 place-items-center rounded-full text-soft hover:text-ink"
                onClick={() => onTags(tags.filter((other) => other !== tag))}
              >
                ×
              </button>
            </span>
          ))}
          <input
            {...control}
            className={`${control.className} w-auto min-w-32 flex-1`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => text.trim() !== "" && add()}
          />
        </div>
      )}
    </FieldFrame>
  );
}
