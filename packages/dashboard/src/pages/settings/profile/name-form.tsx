import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { useVisitor } from "../../../app/visitor.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

/** Changes the name that other members see. */
export function NameForm({ name: current }: { name: string }) {
  const { people, readState } = useVisitor();
  const [name, setName] = useState(current);
  const submission = useSubmission(async () => {
    await people.changeName(name);
    await readState();
    toast(t("Name saved."));
  }, name);
  return (
    <SubmitForm
      submission={submission}
      fields={["name"]}
      submit={{ label: t("Save name"), busy: t("Saving …") }}
    >
      <Field
        label={t("Name")}
        autoComplete="name"
        hint={t("Shown to other members and in audit logs.")}
        value={name}
        onValue={setName}
        error={fieldErrorOf(submission.error, "name", t("The name"))}
      />
    </SubmitForm>
  );
}
