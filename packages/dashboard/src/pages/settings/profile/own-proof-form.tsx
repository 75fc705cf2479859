import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { t } from "../../../language/t.ts";

type OwnProofFormProps = {
  label: string;
  /** Whether a code is required as well. */
  needsCode: boolean;
  onProof(password: string, code: string): Promise<void>;
  onCancel(): void;
};

/** Asks for the password, and for a code if two-factor authentication is on, before a sign-in setting changes. */
export function OwnProofForm({ label, needsCode, onProof, onCancel }: OwnProofFormProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const submission = useSubmission(() => onProof(password, code.trim()), password || undefined);
  return (
    <SubmitForm
      className="max-w-sm gap-4"
      submission={submission}
      fields={["password", "code"]}
      submit={{ label, busy: t("Please wait …") }}
      cancel={onCancel}
    >
      <Field
        label={t("Your password")}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onValue={setPassword}
        error={fieldErrorOf(submission.error, "password", t("This"))}
      />
      {needsCode && (
        <Field
          label={t("Code from the app")}
          autoComplete="one-time-code"
          hint={t("Six digits, or a recovery code.")}
          value={code}
          onValue={setCode}
          error={fieldErrorOf(submission.error, "code", t("The code"))}
        />
      )}
    </SubmitForm>
  );
}
