import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { CheckMail } from "./check-mail.tsx";
import { EMPTY_PERSON, NewPersonFields } from "./new-person-fields.tsx";
import { SignInCard } from "./sign-in-card.tsx";

type SignUpFormProps = { people: PeopleApi; onSignedIn(): void; onBack(): void };

/** Signs up without an invitation, if the server allows it. */
export function SignUpForm({ people, onSignedIn, onBack }: SignUpFormProps) {
  const [person, setPerson] = useState(EMPTY_PERSON);
  const [isEmailSent, setEmailSent] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    if ((await people.signUp(null, person)).status === "signed_in") onSignedIn();
    else setEmailSent(true);
  });
  if (isEmailSent) return <CheckMail email={person.email} onBack={onBack} />;
  return (
    <SignInCard
      title={t("Sign up")}
      error={error}
      action={{ label: t("Sign up"), isBusy }}
      onSubmit={onSubmit}
      footer={
        <Button variant="quiet" onClick={onBack}>
          {t("Back")}
        </Button>
      }
    >
      <NewPersonFields person={person} onPerson={setPerson} error={error} />
    </SignInCard>
  );
}
