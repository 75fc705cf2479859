import { useState } from "react";
import type { NewApp } from "../../../api/people-api.ts";
import { useVisitor } from "../../../app/visitor.tsx";
import { Button } from "../../../components/button.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { ConfirmApp } from "./confirm-app.tsx";
import { OwnPasswordForm } from "./own-password-form.tsx";

type Step = "rest" | "password" | NewApp;

/** A second proof besides the password: codes of an app. */
export function AuthenticatorSection({ isOn }: { isOn: boolean }) {
  const { people, readState } = useVisitor();
  const [step, setStep] = useState<Step>("rest");
  const rest = () => setStep("rest");

  async function give(password: string): Promise<void> {
    if (!isOn) {
      setStep(await people.addApp(password));
      return;
    }
    await people.removeApp(password);
    await readState();
    toast("The authenticator app is removed.");
    rest();
  }

  async function confirm(code: string): Promise<void> {
    await people.confirmApp(code);
    await readState();
    toast("The authenticator app is on.");
    rest();
  }

  return (
    <SettingsSection
      title="Authenticator app"
      words="A code of six digits at each sign-in, besides the password. A stolen password alone is not enough then."
    >
      <div>{isOn ? <StatusBadge status="up" word="On" /> : <StatusBadge status="paused" word="Off" />}</div>
      {step === "rest" && (
        <div>
          <Button variant={isOn ? "danger" : "primary"} onClick={() => setStep("password")}>
            {isOn ? "Remove the app" : "Set up an app"}
          </Button>
        </div>
      )}
      {step === "password" && (
        <OwnPasswordForm label={isOn ? "Remove the app" : "Go on"} onPassword={give} onCancel={rest} />
      )}
      {typeof step === "object" && <ConfirmApp app={step} onCode={confirm} onCancel={rest} />}
    </SettingsSection>
  );
}
