import { useQueryClient } from "@tanstack/react-query";
import type { ContactMethod } from "@vedette/contract/on-call/contact-methods.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../../api/api-error.ts";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import { Dialog } from "../../../../components/dialog.tsx";
import { Field, SelectField } from "../../../../components/forms/field.tsx";
import { SubmitForm } from "../../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../../components/forms/use-submission.ts";
import { t } from "../../../../language/t.ts";
import { CONTACT_LABELS } from "./contact-labels.ts";

type AddedType = "sms" | "call" | "email";
const TYPES = (["sms", "call", "email"] as const).map((value) => ({ value, label: CONTACT_LABELS[value] }));

/** Adds a contact method, which is verified next. */
export function AddContactMethod({
  onAdded,
  onClose,
}: {
  onAdded(method: ContactMethod): void;
  onClose(): void;
}) {
  const api = useApi();
  const queries = useQueryClient();
  const [type, setType] = useState<AddedType>("sms");
  const [address, setAddress] = useState("");
  const submission = useSubmission(
    async () => {
      const method = await dataOf(api.POST("/api/v1/user/contact-methods", { body: { type, address } }));
      await queries.invalidateQueries({ queryKey: keys.all("contact-methods") });
      onAdded(method);
    },
    { type, address },
  );
  const isEmail = type === "email";
  return (
    <Dialog isOpen onClose={onClose} title={t("Add contact method")}>
      <SubmitForm
        submission={submission}
        fields={["address"]}
        submit={{ label: t("Add contact method"), busy: t("Adding …") }}
        cancel={onClose}
        isDialog
      >
        <SelectField
          label={t("Type")}
          value={type}
          onValue={setType}
          options={TYPES}
          error={fieldErrorOf(submission.error, "type", t("The type"))}
        />
        <Field
          label={isEmail ? t("Email address") : t("Phone number")}
          type={isEmail ? "email" : "tel"}
          inputMode={isEmail ? "email" : "tel"}
          autoComplete={isEmail ? "email" : "tel"}
          placeholder={isEmail ? "ada@example.org" : "+15550100001"}
          hint={isEmail ? t("Another address than that of your account.") : t("With the country code.")}
          value={address}
          onValue={setAddress}
          error={fieldErrorOf(submission.error, "address", isEmail ? t("The address") : t("The number"))}
        />
      </SubmitForm>
    </Dialog>
  );
}
