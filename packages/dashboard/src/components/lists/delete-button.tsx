import { t } from "../../language/t.ts";
import { ConfirmButton } from "../confirm-button.tsx";

type DeleteButtonProps = {
  /** Of the object. */
  name: string;
  /** Its kind, in the button of the dialog: Delete policy. */
  noun: string;
  /** What else happens. */
  description: string;
  onDelete(): Promise<void>;
};

/** Deletes an object of a list, after a confirmation. */
export function DeleteButton({ name, noun, description, onDelete }: DeleteButtonProps) {
  return (
    <ConfirmButton
      label={t("Delete")}
      longLabel={`${t("Delete")}: ${name}`}
      title={t("Delete {name}?", { name })}
      description={description}
      action={{ label: t("Delete {noun}", { noun }), busy: t("Deleting …"), run: onDelete }}
    />
  );
}
