import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { SignInCard } from "./sign-in-card.tsx";

type CodeFormProps = { people: PeopleApi; onSignedIn(): void; onBack(): void };

/** The second factor: a code from the authenticator app, or a recovery code. */
export function CodeForm({ people, onSignedIn, onBack }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.sendCode(code.trim(), isRecovery);
    onSignedIn();
  });

  return (
    <SignInCard
      title={t("Enter your code")}
      lead={
        isRecovery
          ? t("Enter one of your saved recovery codes. Each code works once.")
          : t("Enter the code from your authenticator app.")
      }
      error={error}
      action={{ label: t("Sign in"), isBusy }}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? t("Use the app") : t("Use a recovery code")}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {t("Back")}
          </Button>
        </>
      }
    >
      <Field
        key={isRecovery ? "recovery" : "app"}
        label={isRecovery ? t("Recovery code") : t("Code")}
        name="code"
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onValue={setCode}
        error={fieldErrorOf(error, "code", t("Code"))}
      />
    </SignInCard>
  );
}
