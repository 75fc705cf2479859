import { OrganizationMenu } from "../../app/organization-menu.tsx";
import { useSession } from "../../app/session.tsx";
import { useVisitor } from "../../app/visitor.tsx";
import { Brand } from "../../components/brand.tsx";
import { useTitle } from "../../components/browser/use-title.ts";
import { Button } from "../../components/button.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { SignInCard } from "./sign-in-card.tsx";
import { signInFailureText } from "./sign-in-failure.ts";

/** Leads a member to the identity provider that the organization requires. */
export function SingleSignOnPage() {
  useTitle(t("Sign in with single sign-on"));
  const { person, organization, organizations } = useSession();
  const { people, state, failure, signOut } = useVisitor();
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    if (person) window.location.assign((await people.startSingleSignOn(person.email)).url);
  });
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="card grid w-[min(26rem,100%)] gap-5 p-8">
        <Brand />
        <SignInCard
          title={t("Single sign-on required")}
          lead={t("{organization} requires its members to sign in with its identity provider.", {
            organization: organization?.name ?? t("This organization"),
          })}
          notice={signInFailureText(failure, state?.pending_provider ?? null)}
          error={error}
          action={{ label: t("Sign in with single sign-on"), isBusy }}
          onSubmit={onSubmit}
          footer={
            <>
              {organizations.length > 1 && <OrganizationMenu />}
              <Button variant="quiet" onClick={() => void signOut(null)}>
                {t("Sign out {email}", { email: person?.email ?? "" })}
              </Button>
            </>
          }
        />
      </div>
    </main>
  );
}
