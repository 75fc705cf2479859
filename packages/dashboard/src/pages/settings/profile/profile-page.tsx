import { useSession } from "../../../app/session.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";
import { AuthenticatorSection } from "./authenticator-section.tsx";
import { ContactMethodsSection } from "./contact-methods/contact-methods-section.tsx";
import { NotificationRulesSection } from "./contact-methods/notification-rules-section.tsx";
import { DevicesSection } from "./devices-section.tsx";
import { EmailForm } from "./email-form.tsx";
import { LinkProviderSection } from "./link-provider-section.tsx";
import { NameForm } from "./name-form.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PasskeysSection } from "./passkeys/passkeys-section.tsx";
import { ChangePasswordForm } from "./password-form.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { ThemeSection } from "./theme-section.tsx";

/** The signed-in person with their password, authenticator app and sessions. */
export function ProfilePage() {
  const { person } = useSession();
  return (
    <>
      <PageHeader title={t("Profile")} />
      <div className="grid max-w-3xl gap-5">
        {person ? (
          <>
            <SettingsSection title={t("Account")}>
              <NameForm key={person.name} name={person.name} />
              <EmailForm person={person} />
            </SettingsSection>
            <ContactMethodsSection />
            <NotificationRulesSection />
            <NotificationsSection />
            <DevicesSection />
            <ThemeSection />
            <ChangePasswordForm email={person.email} />
            <AuthenticatorSection isOn={person.two_factor_enabled} />
            <PasskeysSection />
            <LinkProviderSection email={person.email} />
            <SessionsSection />
          </>
        ) : (
          <Notice kind="hint">
            {t("API keys have no profile. Sign in with your account to see yours.")}
          </Notice>
        )}
      </div>
    </>
  );
}
