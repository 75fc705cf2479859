import { Button } from "../../components/button.tsx";
import { SignInCard } from "./sign-in-card.tsx";

/** After a sign-up whose address is still to be proved. It says nothing of whether there is an account. */
export function CheckMail({ email, onBack }: { email: string; onBack(): void }) {
  return (
    <SignInCard
      title="Check your mail"
      lead={`We have mailed ${email.trim()}. Open the link in the mail within a day to finish. No mail? Look in the spam folder, or sign up again.`}
      action={null}
      footer={
        <Button variant="quiet" onClick={onBack}>
          Sign in
        </Button>
      }
    />
  );
}
