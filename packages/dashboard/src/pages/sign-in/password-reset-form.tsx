import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { EmailField } from "./credential-fields.tsx";
import { SignInCard } from "./sign-in-card.tsx";

/** Requests an email with a reset link. The response does not reveal whether the address has an account. */
export function PasswordResetForm({ people, onBack }: { people: PeopleApi; onBack(): void }) {
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.requestPasswordReset(email.trim());
    setSent(true);
  });
  const back = (
    <Button variant="quiet" onClick={onBack}>
      {t("Back")}
    </Button>
  );
  if (isSent) {
    return (
      <SignInCard
        title={t("Check your email")}
        lead={t(
          "If {email} has an account here, we sent it a link to set a new password. The link works for one hour.",
          { email: email.trim() },
        )}
        action={null}
        footer={back}
      />
    );
  }
  return (
    <SignInCard
      title={t("Set a new password")}
      lead={t("We will email you a link.")}
      error={error}
      action={{ label: t("Send link"), isBusy }}
      onSubmit={onSubmit}
      footer={back}
    >
      <EmailField autoFocus value={email} onValue={setEmail} error={error} />
    </SignInCard>
  );
}
