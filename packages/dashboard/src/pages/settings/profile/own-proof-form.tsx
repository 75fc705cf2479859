import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";

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
      submit={{ label, busy: "Please wait …" }}
      cancel={onCancel}
    >
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onValue={setPassword}
        error={fieldErrorOf(submission.error, "password", "This")}
      />
      {needsCode && (
        <Field
          label="Code from the app"
          autoComplete="one-time-code"
          hint="Six digits, or a recovery code."
          value={code}
          onValue={setCode}
          error={fieldErrorOf(submission.error, "code", "The code")}
        />
      )}
    </SubmitForm>
  );
}
