import type { SignInState } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { EmailField, PasswordField } from "./credential-fields.tsx";
import { SignInCard } from "./sign-in-card.tsx";
import type { SignInStep } from "./sign-in-step.ts";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

type PasswordFormProps = {
  people: PeopleApi;
  state: SignInState | null;
  notice: string | null;
  /** Fixed if the person is known. */
  email?: string;
  onStep(step: SignInStep): void;
  onSignedIn(): void;
};

/** Email and password, with links to the other sign-in methods. */
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
    if ((await people.signIn(email.trim(), password)).status === "signed_in") onSignedIn();
    else onStep("code");
  });
  const oidc = useSubmission(async () => {
    window.location.assign((await people.startOidc()).url);
  });
  const sso = useSubmission(async () => {
    window.location.assign((await people.startSingleSignOn(email.trim())).url);
  });
  const passkey = usePasskeySignIn({
    people,
    isAdmitted: state?.passkeys ?? false,
    hasEmailField: true,
    onSignedIn,
  });

  return (
    <SignInCard
      title={t("Sign in")}
      notice={state?.needs_set_up ? NEEDS_SET_UP : notice}
      error={error ?? oidc.error ?? sso.error ?? passkey?.error ?? null}
      action={{ label: t("Sign in"), isBusy }}
      onSubmit={onSubmit}
      footer={
        <>
          {passkey && (
            <Button onClick={passkey.onSubmit} busy={passkey.isBusy && t("Waiting for the passkey …")}>
              {t("Sign in with a passkey")}
            </Button>
          )}
          {state?.single_sign_on && (
            <Button onClick={sso.onSubmit} busy={sso.isBusy && t("Redirecting …")}>
              {t("Sign in with single sign-on")}
            </Button>
          )}
          {known === "" && (
            <>
              {state?.oidc && (
                <Button onClick={oidc.onSubmit} busy={oidc.isBusy && t("Redirecting …")}>
                  {t("Sign in with {name}", { name: state.oidc.name })}
                </Button>
              )}
              <Button variant="quiet" onClick={() => onStep("password-reset")}>
                {t("Forgot password?")}
              </Button>
              {state?.sign_up === "open" && !state.needs_set_up && (
                <Button variant="quiet" onClick={() => onStep("sign-up")}>
                  {t("Sign up")}
                </Button>
              )}
              <Button variant="quiet" onClick={() => onStep("key")}>
                {t("Use an API key")}
              </Button>
            </>
          )}
        </>
      }
    >
      <EmailField autoFocus value={email} onValue={setEmail} error={error ?? sso.error} />
      <PasswordField value={password} onValue={setPassword} error={error} />
    </SignInCard>
  );
}

const NEEDS_SET_UP = t(
  "No account exists yet. Open the setup link that the server printed at its first start, or print a new one: vedette setup-link",
);
