import { SelectField } from "../../components/forms/field.tsx";
import { inTreeOrder } from "./group-tree.ts";
import { useGroups } from "./use-groups.ts";

type GroupSelectProps = {
  label: string;
  hint?: string;
  /** Null: no group, or the top of the tree. */
  value: string | null;
  /** The text for null. */
  none: string;
  /** Groups that cannot be selected, such as those in the edited group. */
  except?: ReadonlySet<string>;
  onValue(id: string | null): void;
  error: string | null;
};

/** Selects one group, by its path. */
export function GroupSelect({ label, hint, value, none, except, onValue, error }: GroupSelectProps) {
  const { data = [] } = useGroups();
  const groups = inTreeOrder(data).filter(({ id }) => !except?.has(id));
  const isListed = value === null || groups.some(({ id }) => id === value);
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value ?? ""}
      onValue={(id) => onValue(id === "" ? null : id)}
      options={[
        { value: "", label: none },
        ...groups.map(({ id, path }) => ({ value: id, label: path })),
        ...(isListed ? [] : [{ value: value ?? "", label: "…" }]),
      ]}
      error={error}
    />
  );
}
