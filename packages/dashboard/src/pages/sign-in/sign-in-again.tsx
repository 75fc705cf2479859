import type { SignInState } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import { useVisitor } from "../../app/visitor.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../language/t.ts";
import { CodeForm } from "./code-form.tsx";
import { KeyForm } from "./key-form.tsx";
import { PasswordForm } from "./password-form.tsx";

type SignInAgainProps = {
  isOpen: boolean;
  /** Who was signed in; null for an API key. */
  person: SignInState["person"];
  /** Called with true if the same person is signed in again. */
  onDone(isRenewed: boolean): void;
};

/** A dialog over the current page after a session ended, so that unsaved input is not lost. */
export function SignInAgain({ isOpen, person, onDone }: SignInAgainProps) {
  return (
    <Dialog isOpen={isOpen} onClose={null} title={t("You have been signed out")}>
      <Steps person={person} onDone={onDone} />
    </Dialog>
  );
}

function Steps({ person, onDone }: Omit<SignInAgainProps, "isOpen">) {
  const { people, state, signInWithKey, signOut } = useVisitor();
  const [step, setStep] = useState<"password" | "code">("password");
  const [notice, setNotice] = useState(t("Sign in again. Your unsaved changes are still here."));

  async function resume(): Promise<void> {
    const state = await people.state();
    if (state.person?.id === person?.id) onDone(true);
    else if (state.person) window.location.reload();
    else setNotice(t("You are not signed in yet."));
  }

  async function leave(): Promise<void> {
    onDone(false);
    await signOut(t("You have been signed out."));
  }

  return (
    <div className="grid gap-3">
      {person === null && <KeyForm onKey={signInWithKey} onBack={() => void leave()} />}
      {person !== null && step === "password" && (
        <PasswordForm
          people={people}
          state={state}
          notice={notice}
          email={person.email}
          onStep={(next) => next === "code" && setStep("code")}
          onSignedIn={() => void resume()}
        />
      )}
      {person !== null && step === "code" && (
        <CodeForm
          people={people}
          onSignedIn={() => void resume()}
          onBack={(why) => {
            if (why !== null) setNotice(why);
            setStep("password");
          }}
        />
      )}
      {person !== null && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-3">
          <Button onClick={() => void resume()}>{t("I signed in in another tab")}</Button>
          <Button variant="quiet" onClick={() => void leave()}>
            {t("Sign out")}
          </Button>
        </div>
      )}
    </div>
  );
}
