import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "../../api/keys.ts";
import { OrganizationMenu } from "../../app/organization-menu.tsx";
import { useSession } from "../../app/session.tsx";
import { useVisitor } from "../../app/visitor.tsx";
import { Brand } from "../../components/brand.tsx";
import { useTitle } from "../../components/browser/use-title.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";
import { AuthenticatorSection } from "../settings/profile/authenticator-section.tsx";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

/** Leads a member to the second factor that the organization requires. */
export function TwoFactorPage() {
  useTitle(t("Set up two-factor authentication"));
  const { person, organization, organizations } = useSession();
  const { people, state, signOut } = useVisitor();
  const queries = useQueryClient();
  const isOn = person?.two_factor_enabled ?? false;
  // Then the session lacks it, not the person.
  const [wasOn] = useState(isOn);
  useEffect(() => {
    if (isOn) void queries.invalidateQueries({ queryKey: keys.all("organizations") });
  }, [isOn, queries]);
  const passkey = usePasskeySignIn({
    people,
    isAdmitted: state?.passkeys ?? false,
    hasEmailField: false,
    onSignedIn: () => void queries.invalidateQueries({ queryKey: keys.all("organizations") }),
  });
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="card grid w-[min(36rem,100%)] gap-5 p-8 [&>*]:min-w-0">
        <Brand />
        <div>
          <h1>{t("Set up two-factor authentication")}</h1>
          <p className="mt-1 text-soft">
            {t(
              "{name} requires a second factor at sign-in. You can use the organization as soon as it is set up.",
              { name: organization?.name ?? "" },
            )}
          </p>
        </div>
        {wasOn && (
          <Notice>
            {t(
              "You signed in with the identity provider of another organization, which does not count here. Sign out, and sign in with your password and code.",
            )}
          </Notice>
        )}
        <AuthenticatorSection isOn={isOn} />
        {passkey && (
          <div className="grid gap-2">
            <p className="text-soft">{t("A passkey counts as the second factor if you sign in with it.")}</p>
            {passkey.error && <Notice>{passkey.error.message}</Notice>}
            <Button onClick={passkey.onSubmit} busy={passkey.isBusy && t("Waiting for the passkey …")}>
              {t("Sign in with a passkey")}
            </Button>
          </div>
        )}
        {organizations.length > 1 && <OrganizationMenu />}
        <Button variant="quiet" onClick={() => void signOut(null)}>
          {t("Sign out {email}", { email: person?.email ?? "" })}
        </Button>
      </div>
    </main>
  );
}
