import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { PasswordField } from "./credential-fields.tsx";
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
    const action = { label: t("Sign in"), isBusy };
    return <SignInCard title={t("Password changed")} action={action} onSubmit={onSubmit} />;
  }
  return (
    <SignInCard
      title={t("Set a new password")}
      lead={t("This signs you out on all devices.")}
      error={error}
      action={{ label: t("Set password"), isBusy }}
      onSubmit={onSubmit}
    >
      <PasswordField
        isNew
        label={t("New password")}
        autoFocus
        value={password}
        onValue={setPassword}
        error={error}
      />
    </SignInCard>
  );
}
