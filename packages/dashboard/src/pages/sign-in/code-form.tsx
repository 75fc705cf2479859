import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
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
      title="Enter your code"
      lead={
        isRecovery
          ? "Enter one of your saved recovery codes. Each code works once."
          : "Enter the code from your authenticator app."
      }
      error={error}
      action={{ label: "Sign in", isBusy }}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? "Use the app" : "Use a recovery code"}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
        </>
      }
    >
      <Field
        key={isRecovery ? "recovery" : "app"}
        label={isRecovery ? "Recovery code" : "Code"}
        name="code"
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onValue={setCode}
        error={fieldErrorOf(error, "code", "Code")}
      />
    </SignInCard>
  );
}
