import type { NewAuthenticatorApp } from "@vedette/contract/people/people.ts";
import { lazy, Suspense, useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { buttonClass } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { t } from "../../../language/t.ts";

const QrCode = lazy(() => import("./qr-code.tsx").then((module) => ({ default: module.QrCode })));

type ConfirmAppProps = { app: NewAuthenticatorApp; onCode(code: string): Promise<void>; onCancel(): void };

/** Shows the QR code and the recovery codes, and verifies a first code of the app. */
export function ConfirmApp({ app: { uri, recovery_codes }, onCode, onCancel }: ConfirmAppProps) {
  const [code, setCode] = useState("");
  const submission = useSubmission(() => onCode(code.replaceAll(" ", "")), code || undefined);
  const key = new URL(uri).searchParams.get("secret");
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <h3 className="font-semibold">{t("1. Add the account to your app")}</h3>
        <p className="text-soft">
          {t(
            "Scan the QR code, or enter the setup key in the app (time-based). On a device that has the app, open the link.",
          )}
        </p>
        <Suspense fallback={<Skeleton lines={1} label={t("Loading …")} />}>
          <QrCode text={uri} label={t("QR code for the authenticator app")} />
        </Suspense>
        {key && <CodeBlock label={t("Setup key")} text={key} />}
        <CodeBlock label={t("Setup URL")} text={uri} />
        <div className="[&>a]:whitespace-normal">
          <a href={uri} className={buttonClass()}>
            {t("Open in app on this device")}
          </a>
        </div>
      </div>
      <div className="grid gap-3">
        <h3 className="font-semibold">{t("2. Save the recovery codes")}</h3>
        <p className="text-soft">
          {t(
            "Each code signs you in once without the app. They are shown only once: print them or store them in a password manager.",
          )}
        </p>
        <CodeBlock label={t("Recovery codes")} text={recovery_codes.join("\n")} />
      </div>
      <SubmitForm
        className="max-w-sm gap-4"
        submission={submission}
        fields={["code"]}
        submit={{ label: t("Enable"), busy: t("Verifying …") }}
        cancel={onCancel}
      >
        <h3 className="font-semibold">{t("3. Verify")}</h3>
        <Field
          label={t("Code from the app")}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="123456"
          value={code}
          onValue={setCode}
          error={fieldErrorOf(submission.error, "code", t("The code"))}
        />
      </SubmitForm>
    </div>
  );
}
