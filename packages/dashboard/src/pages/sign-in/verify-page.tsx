import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { PasswordField } from "./credential-fields.tsx";
import { SignInCard } from "./sign-in-card.tsx";

type VerifyPageProps = { token: string; people: PeopleApi; onDone(notice: string | null): void };

/** Completes a sign-up, opened from the link in an email. */
export function VerifyPage({ token, people, onDone }: VerifyPageProps) {
  const [password, setPassword] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.verifySignUp(token, password);
    onDone(null);
  });
  return (
    <SignInCard
      title={t("Confirm your email address")}
      lead={t("Enter the password you signed up with.")}
      error={error}
      action={{ label: t("Confirm and sign in"), isBusy }}
      onSubmit={onSubmit}
    >
      <PasswordField autoFocus value={password} onValue={setPassword} error={error} />
    </SignInCard>
  );
}
