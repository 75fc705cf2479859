import { useState } from "react";
import type { NewApp } from "../../../api/people-api.ts";
import { useVisitor } from "../../../app/visitor.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { ConfirmApp } from "./confirm-app.tsx";
import { OwnProofForm } from "./own-proof-form.tsx";

type Step =
  | { kind: "rest" | "set-up" | "remove" | "renew" }
  | { kind: "confirm"; app: NewApp }
  | { kind: "codes"; codes: string[] };

/** A second proof besides the password: codes of an app. */
export function AuthenticatorSection({ isOn }: { isOn: boolean }) {
  const { people, readState } = useVisitor();
  const [step, setStep] = useState<Step>({ kind: "rest" });
  const rest = () => setStep({ kind: "rest" });

  async function remove(password: string, code: string): Promise<void> {
    await people.removeApp(password, code);
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
      {step.kind === "rest" && (
        <div className="flex flex-wrap gap-2">
          {!isOn && (
            <Button variant="primary" onClick={() => setStep({ kind: "set-up" })}>
              Set up an app
            </Button>
          )}
          {isOn && <Button onClick={() => setStep({ kind: "renew" })}>New recovery codes</Button>}
          {isOn && (
            <Button variant="danger" onClick={() => setStep({ kind: "remove" })}>
              Remove the app
            </Button>
          )}
        </div>
      )}
      {step.kind === "set-up" && (
        <OwnProofForm
          label="Go on"
          needsCode={false}
          onProof={async (password) => setStep({ kind: "confirm", app: await people.addApp(password) })}
          onCancel={rest}
        />
      )}
      {step.kind === "remove" && (
        <OwnProofForm label="Remove the app" needsCode onProof={remove} onCancel={rest} />
      )}
      {step.kind === "renew" && (
        <OwnProofForm
          label="Make new codes"
          needsCode
          onProof={async (password, code) =>
            setStep({ kind: "codes", codes: await people.renewRecoveryCodes(password, code) })
          }
          onCancel={rest}
        />
      )}
      {step.kind === "confirm" && <ConfirmApp app={step.app} onCode={confirm} onCancel={rest} />}
      {step.kind === "codes" && <NewCodes codes={step.codes} onDone={rest} />}
    </SettingsSection>
  );
}

function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className="grid gap-3">
      <p className="text-soft">
        Each signs you in once, without the app. They are shown this once; the codes from before are dead.
      </p>
      <CodeBlock label="Recovery codes" text={codes.join("\n")} />
      <div>
        <Button variant="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
