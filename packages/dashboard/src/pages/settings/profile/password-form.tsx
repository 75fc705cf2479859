import { PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { useState } from "react";
import { faultOf } from "../../../api/api-error.ts";
import { useVisitor } from "../../../app/visitor.tsx";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { useSubmission } from "../../../components/use-submission.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Also the way to sign out everywhere else. */
export function PasswordForm({ email }: { email: string }) {
  const { people } = useVisitor();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.changePassword(current, next);
    setCurrent("");
    setNext("");
    toast("The password is changed. You are signed out everywhere else.");
  });
  const currentFault =
    faultOf(error, "current_password", "The present password") ?? faultOf(error, "password", "This");
  const nextFault = faultOf(error, "new_password", "The new password");
  return (
    <SettingsSection
      title="Password"
      words="Changing it signs you out everywhere else at once: do so when a device is lost."
    >
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        {error && !currentFault && !nextFault && <Notice>{error.message}</Notice>}
        {/* For password managers, which would not know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Present password"
            type="password"
            autoComplete="current-password"
            value={current}
            onValue={setCurrent}
            fault={currentFault}
          />
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_LENGTH_MIN} characters; a few words in a row are good.`}
            value={next}
            onValue={setNext}
            fault={nextFault}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" busy={isBusy && "Changing …"}>
            Change password
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
