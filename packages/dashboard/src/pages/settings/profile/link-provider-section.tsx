import { useVisitor } from "../../../app/visitor.tsx";
import { Button } from "../../../components/button.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Links the account to an identity provider, by a sign-in there. Nothing if there is none for this person. */
export function LinkProviderSection({ email }: { email: string }) {
  const { people, state } = useVisitor();
  const oidc = useSubmission(async () => {
    window.location.assign((await people.startOidc()).url);
  });
  const sso = useSubmission(async () => {
    window.location.assign((await people.startSingleSignOn(email)).url);
  });
  const error = sso.error ?? oidc.error;
  if (!state?.oidc && !state?.single_sign_on) return null;
  return (
    <SettingsSection
      title={t("Single sign-on")}
      description={t("Sign in there once to link it to this account. From then on you can sign in with it.")}
    >
      {error && <Notice>{error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        {state.single_sign_on && (
          <Button onClick={sso.onSubmit} busy={sso.isBusy && t("Redirecting …")}>
            {t("Link single sign-on")}
          </Button>
        )}
        {state.oidc && (
          <Button onClick={oidc.onSubmit} busy={oidc.isBusy && t("Redirecting …")}>
            {t("Link {name}", { name: state.oidc.name })}
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}
