import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useSubmission } from "../../../components/use-submission.ts";

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
  const { isBusy, error, onSubmit } = useSubmission(() => onProof(password, code.trim()));
  const passwordError = fieldErrorOf(error, "password", "This");
  const codeError = fieldErrorOf(error, "code", "The code");
  return (
    <form className="grid max-w-sm gap-4" onSubmit={onSubmit} noValidate>
      {error && !passwordError && !codeError && <Notice>{error.message}</Notice>}
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onValue={setPassword}
        error={passwordError}
      />
      {needsCode && (
        <Field
          label="Code from the app"
          autoComplete="one-time-code"
          hint="Six digits, or a recovery code."
          value={code}
          onValue={setCode}
          error={codeError}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy && "Please wait …"}>
          {label}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
