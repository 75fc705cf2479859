import { LAYER_PEOPLE_MAX } from "@vedette/contract/on-call/schedule-limits.ts";
import { IconButton } from "../../../components/button.tsx";
import { SelectField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";

const NOT_CHOSEN: string = "";

type PeopleFieldsProps = {
  chosen: readonly string[];
  people: readonly { id: string; name: string }[];
  onChosen(chosen: readonly string[]): void;
  error: string | null;
};

/** The people of a layer in the order of their turns. */
export function PeopleFields({ chosen, people, onChosen, error }: PeopleFieldsProps) {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? t("Former member");
  const move = (index: number, by: -1 | 1) => {
    const id = chosen[index];
    if (id !== undefined) onChosen(chosen.toSpliced(index, 1).toSpliced(index + by, 0, id));
  };
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ol className="grid gap-1">
          {chosen.map((id, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a person may occur more than once
            <li key={`${index} ${id}`} className="flex items-center gap-1 rounded-lg bg-raised py-1 ps-3">
              <span className="grow wrap-anywhere">
                {index + 1}. {nameOf(id)}
              </span>
              <IconButton
                label={t("Move up: {name}, turn {turn}", { name: nameOf(id), turn: index + 1 })}
                icon="up"
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                label={t("Move down: {name}, turn {turn}", { name: nameOf(id), turn: index + 1 })}
                icon="down"
                disabled={index === chosen.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                label={t("Remove: {name}, turn {turn}", { name: nameOf(id), turn: index + 1 })}
                icon="close"
                onClick={() => onChosen(chosen.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
      )}
      {chosen.length < LAYER_PEOPLE_MAX && (
        <SelectField
          label={t("People")}
          hint={t("They take turns in this order.")}
          value={NOT_CHOSEN}
          onValue={(id) => id !== "" && onChosen([...chosen, id])}
          options={[
            { value: "", label: t("Add a person") },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={error}
        />
      )}
    </div>
  );
}
