import { useState } from "react";
import type { PeopleApi } from "../../api/people-api.ts";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { EMPTY_PERSON, NewPersonFields } from "./new-person-fields.tsx";
import { SignInCard } from "./sign-in-card.tsx";

type SetUpPageProps = { token: string; people: PeopleApi; onDone(notice: string | null): void };

/** Signs up the first person, opened from the link that the server printed. */
export function SetUpPage({ token, people, onDone }: SetUpPageProps) {
  const [person, setPerson] = useState(EMPTY_PERSON);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.setUp(token, person);
    onDone(null);
  });
  return (
    <SignInCard
      title={t("Welcome to Vedette")}
      lead={t("You are the first user and will own the organization. You can invite others later.")}
      error={error}
      action={{ label: t("Sign up"), isBusy }}
      onSubmit={onSubmit}
    >
      <NewPersonFields person={person} onPerson={setPerson} error={error} />
    </SignInCard>
  );
}
