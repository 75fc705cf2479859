import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Field } from "../../components/field.tsx";
import { useSubmission } from "../../components/use-submission.ts";
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
      title="Confirm your email address"
      lead="Enter the password you signed up with."
      error={error}
      action={{ label: "Confirm and sign in", isBusy }}
      onSubmit={onSubmit}
    >
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onValue={setPassword}
        error={fieldErrorOf(error, "password", "Password")}
      />
    </SignInCard>
  );
}
