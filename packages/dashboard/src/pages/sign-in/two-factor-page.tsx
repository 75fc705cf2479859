import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys.ts";
import { OrganizationMenu } from "../../app/organization-menu.tsx";
import { useSession } from "../../app/session.tsx";
import { useVisitor } from "../../app/visitor.tsx";
import { Brand } from "../../components/brand.tsx";
import { useTitle } from "../../components/browser/use-title.ts";
import { Button } from "../../components/button.tsx";
import { t } from "../../language/t.ts";
import { AuthenticatorSection } from "../settings/profile/authenticator-section.tsx";

/** Leads a member to the second factor that the organization requires. */
export function TwoFactorPage() {
  useTitle(t("Set up two-factor authentication"));
  const { person, organization, organizations } = useSession();
  const { signOut } = useVisitor();
  const queries = useQueryClient();
  const isOn = person?.two_factor_enabled ?? false;
  useEffect(() => {
    if (isOn) void queries.invalidateQueries({ queryKey: keys.all("organizations") });
  }, [isOn, queries]);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="card grid w-[min(36rem,100%)] gap-5 p-8">
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
        <AuthenticatorSection isOn={isOn} />
        {organizations.length > 1 && <OrganizationMenu />}
        <Button variant="quiet" onClick={() => void signOut(null)}>
          {t("Sign out {email}", { email: person?.email ?? "" })}
        </Button>
      </div>
    </main>
  );
}
