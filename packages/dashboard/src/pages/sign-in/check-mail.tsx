import { Button } from "../../components/button.tsx";
import { t } from "../../language/t.ts";
import { SignInCard } from "./sign-in-card.tsx";

/** Shown after a sign-up until the email address is verified. Does not reveal whether an account exists. */
export function CheckMail({ email, onBack }: { email: string; onBack(): void }) {
  return (
    <SignInCard
      title={t("Check your email")}
      lead={t(
        "We sent an email to {email}. Open its link within 24 hours to finish. No email? Check your spam folder, or sign up again.",
        { email: email.trim() },
      )}
      action={null}
      footer={
        <Button variant="quiet" onClick={onBack}>
          {t("Sign in")}
        </Button>
      }
    />
  );
}
