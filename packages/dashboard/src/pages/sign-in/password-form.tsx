import type { SignInState } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import { faultOf } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { useSubmission } from "../../components/use-submission.ts";
import { SignInCard } from "./sign-in-card.tsx";
import type { SignInStep } from "./sign-in-step.ts";

type PasswordFormProps = {
  people: PeopleApi;
  state: SignInState | null;
  notice: string | null;
  /** Where it is known who signs in. */
  email?: string;
  onStep(step: SignInStep): void;
  onSignedIn(): void;
};

/** E-mail and password, and the way to everything else. */
export function PasswordForm({
  people,
  state,
  notice,
  email: known = "",
  onStep,
  onSignedIn,
}: PasswordFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    if ((await people.signIn(email.trim(), password)) === "signed_in") onSignedIn();
    else onStep("code");
  });
  const elsewhere = useSubmission(async () => {
    window.location.assign(await people.beginElsewhere());
  });

  return (
    <SignInCard
      title="Sign in"
      notice={state?.needs_set_up ? NEEDS_SET_UP : notice}
      error={error ?? elsewhere.error}
      action={{ label: "Sign in", isBusy }}
      onSubmit={onSubmit}
      footer={
        known === "" && (
          <>
            {state?.oidc && (
              <Button onClick={elsewhere.onSubmit} busy={elsewhere.isBusy && "One moment …"}>
                Sign in with {state.oidc.name}
              </Button>
            )}
            <Button variant="quiet" onClick={() => onStep("forgotten")}>
              Forgot the password
            </Button>
            {state?.sign_up === "open" && !state.needs_set_up && (
              <Button variant="quiet" onClick={() => onStep("sign-up")}>
                Sign up
              </Button>
            )}
            <Button variant="quiet" onClick={() => onStep("key")}>
              Use an API key
            </Button>
          </>
        )
      }
    >
      <Field
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onValue={setEmail}
        fault={faultOf(error, "email", "E-mail")}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        fault={faultOf(error, "password", "Password")}
      />
    </SignInCard>
  );
}

const NEEDS_SET_UP =
  "Nobody has signed up yet. Open the set-up link that the server printed at its first start, or have it print another: vedette setup-link";
