import type { NewAuthenticatorApp } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import { useVisitor } from "../../../app/visitor.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";
import { ConfirmApp } from "./confirm-app.tsx";
import { OwnProofForm } from "./own-proof-form.tsx";

type Opened = "set-up" | "remove" | "renew";
type Step =
  | { kind: "idle" | Opened }
  | { kind: "confirm"; app: NewAuthenticatorApp }
  | { kind: "codes"; codes: string[] };

/** Two-factor authentication with an authenticator app. */
export function AuthenticatorSection({ isOn }: { isOn: boolean }) {
  const { people, readState } = useVisitor();
  const [step, setStep] = useState<Step>({ kind: "idle" });
  // The button that opened the last form gets the focus when it closes, or the first one if that button is gone.
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = (kind: Opened) => {
    setOpened(kind);
    setStep({ kind });
  };
  const reset = () => setStep({ kind: "idle" });

  async function remove(password: string, code: string): Promise<void> {
    await people.removeApp(password, code);
    await readState();
    toast(t("Authenticator app removed."));
    reset();
  }

  async function confirm(code: string): Promise<void> {
    await people.confirmApp(code);
    await readState();
    toast(t("Authenticator app enabled."));
    reset();
  }

  return (
    <SettingsSection
      title={t("Authenticator app")}
      description={t("Requires a six-digit code at each sign-in, in addition to your password.")}
    >
      <div>
        {isOn ? (
          <StatusBadge status="up" word={t("Enabled")} />
        ) : (
          <StatusBadge status="paused" word={t("Disabled")} />
        )}
      </div>
      {step.kind === "idle" && (
        <div className="flex flex-wrap gap-2">
          {!isOn && (
            <Button variant="primary" autoFocus={opened !== null} onClick={() => open("set-up")}>
              {t("Set up app")}
            </Button>
          )}
          {isOn && (
            <Button autoFocus={opened === "renew" || opened === "set-up"} onClick={() => open("renew")}>
              {t("Create new recovery codes")}
            </Button>
          )}
          {isOn && (
            <Button variant="danger" autoFocus={opened === "remove"} onClick={() => open("remove")}>
              {t("Remove app")}
            </Button>
          )}
        </div>
      )}
      {step.kind === "set-up" && (
        <OwnProofForm
          label={t("Continue")}
          needsCode={false}
          onProof={async (password) => setStep({ kind: "confirm", app: await people.addApp(password) })}
          onCancel={reset}
        />
      )}
      {step.kind === "remove" && (
        <OwnProofForm label={t("Remove app")} needsCode onProof={remove} onCancel={reset} />
      )}
      {step.kind === "renew" && (
        <OwnProofForm
          label={t("Create codes")}
          needsCode
          onProof={async (password, code) => {
            const { recovery_codes: codes } = await people.renewRecoveryCodes(password, code);
            setStep({ kind: "codes", codes });
          }}
          onCancel={reset}
        />
      )}
      {step.kind === "confirm" && <ConfirmApp app={step.app} onCode={confirm} onCancel={reset} />}
      {step.kind === "codes" && <NewCodes codes={step.codes} onDone={reset} />}
    </SettingsSection>
  );
}

function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className="grid gap-3">
      <p className="text-soft">
        {t(
          "Each code signs you in once without the app. They are shown only once. Your old codes no longer work.",
        )}
      </p>
      <CodeBlock label={t("Recovery codes")} text={codes.join("\n")} />
      <div>
        <Button variant="primary" onClick={onDone}>
          {t("I have saved them")}
        </Button>
      </div>
    </div>
  );
}
