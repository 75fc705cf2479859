import { PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { useVisitor } from "../../../app/visitor.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";

/** Changes the password, which signs out all other sessions. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { people } = useVisitor();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const submission = useSubmission(async () => {
    await people.changePassword(current, next);
    setCurrent("");
    setNext("");
    toast("Password changed. You are signed out everywhere else.");
  }, next || undefined);
  const { error } = submission;
  const currentError =
    fieldErrorOf(error, "current_password", "The current password") ??
    fieldErrorOf(error, "password", "This");
  return (
    <SettingsSection
      title="Password"
      description="Changing the password signs you out on all other devices. Do this if you lose a device."
    >
      <SubmitForm
        submission={submission}
        fields={["current_password", "password", "new_password"]}
        submit={{ label: "Change password", busy: "Changing …" }}
      >
        {/* Identifies the account to password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            value={current}
            onValue={setCurrent}
            error={currentError}
          />
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_LENGTH_MIN} characters; a passphrase is fine.`}
            value={next}
            onValue={setNext}
            error={fieldErrorOf(error, "new_password", "The new password")}
          />
        </div>
      </SubmitForm>
    </SettingsSection>
  );
}
