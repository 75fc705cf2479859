import { t } from "../language/t.ts";

const CONTROL = "min-h-9 rounded-lg border border-line-strong bg-surface px-3";

type SearchFilterProps = { label: string; text: string; onText(text: string): void };

/** Filters a list by text. The `/` key focuses it. */
export function SearchFilter({ label, text, onText }: SearchFilterProps) {
  return (
    <input
      type="search"
      className={`${CONTROL} w-full sm:w-64`}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

type ChoiceFilterProps<T extends string> = {
  label: string;
  /** The label of the unfiltered option: "All tags". */
  all: string;
  options: readonly { value: NoInfer<T>; label: string }[];
  chosen: T | null;
  onChoose(value: NoInfer<T> | null): void;
};

/** Filters a list by one value. The selected value stays listed even if no item has it any more. */
export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>) {
  const { label, all, options, chosen, onChoose } = props;
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  const shown = isListed ? options : [...options, { value: chosen, label: chosen }];
  return (
    <select
      className={`${CONTROL} max-w-48`}
      aria-label={label}
      value={chosen ?? ""}
      onChange={(event) => onChoose(shown.find(({ value }) => value === event.target.value)?.value ?? null)}
    >
      <option value="">{all}</option>
      {shown.map(({ value, label: optionLabel }) => (
        <option key={value} value={value}>
          {optionLabel}
        </option>
      ))}
    </select>
  );
}

type TagFilterProps = { tags: readonly string[]; chosen: string | null; onChoose(tag: string | null): void };

/** Filters a list by tag. Hidden if no item has a tag. */
export function TagFilter({ tags, chosen, onChoose }: TagFilterProps) {
  if (tags.length === 0 && chosen === null) return null;
  const options = tags.map((tag) => ({ value: tag, label: tag }));
  return (
    <ChoiceFilter<string>
      label={t("Tag")}
      all={t("All tags")}
      options={options}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
