import { Button } from "../../components/button.tsx";
import { SignInCard } from "./sign-in-card.tsx";

/** Shown after a sign-up until the email address is verified. Does not reveal whether an account exists. */
export function CheckMail({ email, onBack }: { email: string; onBack(): void }) {
  return (
    <SignInCard
      title="Check your email"
      lead={`We sent an email to ${email.trim()}. Open its link within 24 hours to finish. No email? Check your spam folder, or sign up again.`}
      action={null}
      footer={
        <Button variant="quiet" onClick={onBack}>
          Sign in
        </Button>
      }
    />
  );
}
