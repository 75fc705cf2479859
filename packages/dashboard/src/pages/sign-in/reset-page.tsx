import { PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Field } from "../../components/field.tsx";
import { useSubmission } from "../../components/use-submission.ts";
import { SignInCard } from "./sign-in-card.tsx";

type ResetPageProps = { token: string; people: PeopleApi; onDone(notice: string | null): void };

/** Sets a new password, opened from the link in an email. */
export function ResetPage({ token, people, onDone }: ResetPageProps) {
  const [password, setPassword] = useState("");
  const [isSet, setSet] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    if (isSet) return onDone(null);
    await people.resetPassword(token, password);
    setSet(true);
  });
  if (isSet) {
    const action = { label: "Sign in", isBusy };
    return <SignInCard title="Password changed" action={action} onSubmit={onSubmit} />;
  }
  return (
    <SignInCard
      title="Set a new password"
      lead="This signs you out on all devices."
      error={error}
      action={{ label: "Set password", isBusy }}
      onSubmit={onSubmit}
    >
      <Field
        label="New password"
        type="password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_LENGTH_MIN} characters; a passphrase is fine.`}
        autoFocus
        value={password}
        onValue={setPassword}
        error={fieldErrorOf(error, "password", "Password")}
      />
    </SignInCard>
  );
}
