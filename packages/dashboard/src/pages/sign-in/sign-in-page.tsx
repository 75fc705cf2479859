import type { SignInState } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { useVisitor } from "../../app/visitor.tsx";
import { useTitle } from "../../components/browser/use-title.ts";
import { t } from "../../language/t.ts";
import { CodeForm } from "./code-form.tsx";
import { KeyForm } from "./key-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PasswordResetForm } from "./password-reset-form.tsx";
import { SignInScreen } from "./sign-in-card.tsx";
import { signInFailureText } from "./sign-in-failure.ts";
import type { SignInStep } from "./sign-in-step.ts";
import { SignUpForm } from "./sign-up-form.tsx";

/** Shown at the requested URL until the visitor is signed in. */
export function SignInPage() {
  const { people, state, notice, failure, setNotice, readState, signInWithKey } = useVisitor();
  useTitle(t("Sign in"));
  return (
    <SignInScreen>
      <SignInSteps
        people={people}
        state={state}
        notice={notice ?? signInFailureText(failure, state?.pending_provider ?? null)}
        onSignedIn={() => {
          setNotice(null);
          void readState();
        }}
        onKey={signInWithKey}
      />
    </SignInScreen>
  );
}

type SignInProps = {
  people: PeopleApi;
  /** Null while loading. */
  state: SignInState | null;
  /** Why the last session ended, or why a sign-in failed. */
  notice: string | null;
  onSignedIn(): void;
  onKey(key: string): void;
};

/** The sign-in methods, one at a time. */
function SignInSteps({ people, state, notice, onSignedIn, onKey }: SignInProps) {
  const [step, setStep] = useState<SignInStep>("password");
  const [ended, setEnded] = useState<string | null>(null);
  switch (step) {
    case "password":
      return (
        <PasswordForm
          people={people}
          state={state}
          notice={ended ?? notice}
          onStep={setStep}
          onSignedIn={onSignedIn}
        />
      );
    case "code":
      return (
        <CodeForm
          people={people}
          onSignedIn={onSignedIn}
          onBack={(why) => {
            setEnded(why);
            setStep("password");
          }}
        />
      );
    case "password-reset":
      return <PasswordResetForm people={people} onBack={() => setStep("password")} />;
    case "sign-up":
      return <SignUpForm people={people} onSignedIn={onSignedIn} onBack={() => setStep("password")} />;
    case "key":
      return <KeyForm onKey={onKey} onBack={() => setStep("password")} />;
  }
}
