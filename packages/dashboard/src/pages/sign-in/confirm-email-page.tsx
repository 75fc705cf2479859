import type { PeopleApi } from "../../api/people-api.ts";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { SignInCard } from "./sign-in-card.tsx";

type ConfirmEmailPageProps = { token: string; people: PeopleApi; onDone(notice: string | null): void };

/** Completes a change of address, opened from the link in an email. A click, because mail programs open links. */
export function ConfirmEmailPage({ token, people, onDone }: ConfirmEmailPageProps) {
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.confirmEmail(token);
    onDone(t("Your email address is changed. Sign in with it from now on."));
  });
  return (
    <SignInCard
      title={t("Confirm your new email address")}
      lead={t("You sign in with it afterwards.")}
      error={error}
      action={{ label: t("Confirm address"), isBusy }}
      onSubmit={onSubmit}
    />
  );
}
