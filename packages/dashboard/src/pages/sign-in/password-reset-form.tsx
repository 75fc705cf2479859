import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
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
      Back
    </Button>
  );
  if (isSent) {
    return (
      <SignInCard
        title="Check your email"
        lead={`If ${email.trim()} has an account here, we sent it a link to set a new password. The link works for one hour.`}
        action={null}
        footer={back}
      />
    );
  }
  return (
    <SignInCard
      title="Set a new password"
      lead="We will email you a link."
      error={error}
      action={{ label: "Send link", isBusy }}
      onSubmit={onSubmit}
      footer={back}
    >
      <EmailField autoFocus value={email} onValue={setEmail} error={error} />
    </SignInCard>
  );
}
