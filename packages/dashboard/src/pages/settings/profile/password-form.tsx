import { PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { useVisitor } from "../../../app/visitor.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
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
    toast(t("Password changed. You are signed out everywhere else."));
  }, next || undefined);
  const { error } = submission;
  const currentError =
    fieldErrorOf(error, "current_password", t("The current password")) ??
    fieldErrorOf(error, "password", t("This"));
  return (
    <SettingsSection
      title={t("Password")}
      description={t(
        "Changing the password signs you out on all other devices. Do this if you lose a device.",
      )}
    >
      <SubmitForm
        submission={submission}
        fields={["current_password", "password", "new_password"]}
        submit={{ label: t("Change password"), busy: t("Changing …") }}
      >
        {/* Identifies the account to password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("Current password")}
            type="password"
            autoComplete="current-password"
            value={current}
            onValue={setCurrent}
            error={currentError}
          />
          <Field
            label={t("New password")}
            type="password"
            autoComplete="new-password"
            hint={t("At least {PASSWORD_LENGTH_MIN} characters; a passphrase is fine.", {
              PASSWORD_LENGTH_MIN,
            })}
            value={next}
            onValue={setNext}
            error={fieldErrorOf(error, "new_password", t("The new password"))}
          />
        </div>
      </SubmitForm>
    </SettingsSection>
  );
}
