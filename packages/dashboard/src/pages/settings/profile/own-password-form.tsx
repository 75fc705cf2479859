import { useState } from "react";
import { faultOf } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useSubmission } from "../../../components/use-submission.ts";

type OwnPasswordFormProps = {
  label: string;
  onPassword(password: string): Promise<void>;
  onCancel(): void;
};

/** Asks who sits there, before how he signs in is changed. */
export function OwnPasswordForm({ label, onPassword, onCancel }: OwnPasswordFormProps) {
  const [password, setPassword] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(() => onPassword(password));
  const fault = faultOf(error, "password", "This");
  return (
    <form className="grid max-w-sm gap-4" onSubmit={onSubmit} noValidate>
      {error && !fault && <Notice>{error.message}</Notice>}
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onValue={setPassword}
        fault={fault}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy && "One moment …"}>
          {label}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
