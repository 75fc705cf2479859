import type { SignInState } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { CheckMail } from "./check-mail.tsx";
import { CodeForm } from "./code-form.tsx";
import { EMPTY_PERSON, NewPersonFields } from "./new-person-fields.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SignInCard } from "./sign-in-card.tsx";

type InvitationPageProps = {
  token: string;
  people: PeopleApi;
  state: SignInState | null;
  onDone(notice: string | null): void;
};

/** Accepts an invitation, by signing up or with an existing account. */
export function InvitationPage({ token, people, state, onDone }: InvitationPageProps) {
  const [step, setStep] = useState<"sign-up" | "password" | "code" | "signed-in">("sign-up");
  if (state?.person || step === "signed-in") {
    const email = state?.person?.email ?? null;
    return <AcceptForm token={token} people={people} email={email} onDone={onDone} />;
  }
  const onSignedIn = () => setStep("signed-in");
  if (step === "password") {
    return (
      <PasswordForm
        people={people}
        state={null}
        notice={null}
        onStep={(next) => setStep(next === "code" ? "code" : "sign-up")}
        onSignedIn={onSignedIn}
      />
    );
  }
  if (step === "code") {
    return <CodeForm people={people} onSignedIn={onSignedIn} onBack={() => setStep("password")} />;
  }
  return <InvitedForm token={token} people={people} onDone={onDone} onAccount={() => setStep("password")} />;
}

type InvitedFormProps = Omit<InvitationPageProps, "state"> & { onAccount(): void };

function InvitedForm({ token, people, onDone, onAccount }: InvitedFormProps) {
  const [person, setPerson] = useState(EMPTY_PERSON);
  const [isEmailSent, setEmailSent] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    if ((await people.signUp(token, person)).status === "signed_in") onDone(null);
    else setEmailSent(true);
  });
  if (isEmailSent) return <CheckMail email={person.email} onBack={onAccount} />;
  return (
    <SignInCard
      title={t("You have been invited")}
      lead={t("Sign up with the email address that received the invitation.")}
      error={error}
      action={{ label: t("Sign up and join"), isBusy }}
      onSubmit={onSubmit}
      footer={
        <Button variant="quiet" onClick={onAccount}>
          {t("I have an account")}
        </Button>
      }
    >
      <NewPersonFields person={person} onPerson={setPerson} error={error} />
    </SignInCard>
  );
}

type AcceptFormProps = Omit<InvitationPageProps, "state"> & { email: string | null };

function AcceptForm({ token, people, email, onDone }: AcceptFormProps) {
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.acceptInvitation(token);
    onDone(null);
  });
  return (
    <SignInCard
      title={t("You have been invited")}
      lead={email === null ? t("You are signed in.") : t("You are signed in as {email}.", { email })}
      error={error}
      action={{ label: t("Accept invitation"), isBusy }}
      onSubmit={onSubmit}
      footer={
        <Button variant="quiet" onClick={() => onDone(null)}>
          {t("Not now")}
        </Button>
      }
    />
  );
}
