import { lazy, Suspense, useState } from "react";
import { faultOf } from "../../../api/api-error.ts";
import type { NewApp } from "../../../api/people-api.ts";
import { Button, buttonClass } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useSubmission } from "../../../components/use-submission.ts";

const QrCode = lazy(() => import("./qr-code.tsx").then((module) => ({ default: module.QrCode })));

type ConfirmAppProps = { app: NewApp; onCode(code: string): Promise<void>; onCancel(): void };

/** What goes into the app, the codes for the day it is lost, and a first code as proof that it works. */
export function ConfirmApp({ app: { uri, recovery_codes }, onCode, onCancel }: ConfirmAppProps) {
  const [code, setCode] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(() => onCode(code.replaceAll(" ", "")));
  const fault = faultOf(error, "code", "The code");
  const key = new URL(uri).searchParams.get("secret");
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <h3 className="font-semibold">1. Add it to your app</h3>
        <p className="text-soft">
          Scan the picture with the app. Or choose “enter a set-up key” in it and type or paste the key,
          time-based. On a device that has the app, the link opens it.
        </p>
        <Suspense fallback={<Skeleton lines={1} label="Drawing …" />}>
          <QrCode text={uri} label="QR code for the authenticator app" />
        </Suspense>
        {key && <CodeBlock label="Set-up key" text={key} />}
        <CodeBlock label="Address, for apps that take it whole" text={uri} />
        <div>
          <a href={uri} className={buttonClass()}>
            Open in an app on this device
          </a>
        </div>
      </div>
      <div className="grid gap-3">
        <h3 className="font-semibold">2. Keep the recovery codes</h3>
        <p className="text-soft">
          Each signs you in once, without the app. They are shown this once: print them, or keep them in a
          password manager.
        </p>
        <CodeBlock label="Recovery codes" text={recovery_codes.join("\n")} />
      </div>
      <form className="grid max-w-sm gap-4" onSubmit={onSubmit} noValidate>
        <h3 className="font-semibold">3. Show that it works</h3>
        {error && !fault && <Notice>{error.message}</Notice>}
        <Field
          label="Code of the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="123456"
          value={code}
          onValue={setCode}
          fault={fault}
        />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={isBusy && "Checking …"}>
            Switch on
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </div>
  );
}
