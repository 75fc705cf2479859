import { useState } from "react";
import { faultOf } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { useSubmission } from "../../components/use-submission.ts";
import { SignInCard } from "./sign-in-card.tsx";

/** Asks for a mail with a link. The answer is the same whether or not somebody has the address. */
export function ForgottenForm({ people, onBack }: { people: PeopleApi; onBack(): void }) {
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    await people.askForReset(email.trim());
    setSent(true);
  });
  const back = (
    <>
      <Button variant="quiet" onClick={onBack}>
        Back
      </Button>
    </>
  );
  if (isSent) {
    return (
      <SignInCard
        title="Look into your mails"
        lead={`If ${email.trim()} has an account here, a link to set a new password is on its way. It is good for an hour.`}
        action={null}
        footer={back}
      />
    );
  }
  return (
    <SignInCard
      title="Set a new password"
      lead="We send you a link."
      error={error}
      action={{ label: "Send the link", isBusy }}
      onSubmit={onSubmit}
      footer={back}
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
    </SignInCard>
  );
}
