import type { SignInState } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import { useVisitor } from "../../app/visitor.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { CodeForm } from "./code-form.tsx";
import { KeyForm } from "./key-form.tsx";
import { PasswordForm } from "./password-form.tsx";

type SignInAgainProps = {
  isOpen: boolean;
  /** Who was signed in; null for an API key. */
  person: SignInState["person"];
  /** True where he is signed in again, and may go on where he was. */
  onDone(goesOn: boolean): void;
};

/** Over the page of somebody whose session has ended, so that nothing that he typed is lost. */
export function SignInAgain({ isOpen, person, onDone }: SignInAgainProps) {
  return (
    <Dialog isOpen={isOpen} onClose={null} title="You have been signed out">
      <Steps person={person} onDone={onDone} />
    </Dialog>
  );
}

function Steps({ person, onDone }: Omit<SignInAgainProps, "isOpen">) {
  const { people, signInWithKey, signOut } = useVisitor();
  const [step, setStep] = useState<"password" | "code">("password");
  const [notice, setNotice] = useState("Sign in again: what you typed is still there.");

  async function goOn(): Promise<void> {
    const state = await people.state();
    if (state.person?.id === person?.id) onDone(true);
    else if (state.person) window.location.reload();
    else setNotice("You are not signed in yet.");
  }

  async function leave(): Promise<void> {
    onDone(false);
    await signOut("You have been signed out.");
  }

  return (
    <div className="grid gap-3">
      {person === null && <KeyForm onKey={signInWithKey} onBack={() => void leave()} />}
      {person !== null && step === "password" && (
        <PasswordForm
          people={people}
          state={null}
          notice={notice}
          email={person.email}
          onStep={(next) => next === "code" && setStep("code")}
          onSignedIn={() => void goOn()}
        />
      )}
      {person !== null && step === "code" && (
        <CodeForm people={people} onSignedIn={() => void goOn()} onBack={() => setStep("password")} />
      )}
      {person !== null && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-3">
          <Button onClick={() => void goOn()}>I have signed in in another tab</Button>
          <Button variant="quiet" onClick={() => void leave()}>
            Leave
          </Button>
        </div>
      )}
    </div>
  );
}
