import { useSearch } from "@tanstack/react-router";
import type { DeviceRequest } from "@vedette/contract/people/device.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useRole } from "../../../app/role.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { DeviceDecision } from "./device-decision.tsx";

/** Approves the login of the command line on another machine: the user compares its code and decides. */
export function DevicePage() {
  const { code } = useSearch({ from: "/shell/device" });
  const { person } = useSession();
  const { reaches, role } = useRole();
  const [request, setRequest] = useState<DeviceRequest | null>(null);
  const [result, setResult] = useState<"approved" | "denied" | null>(null);
  return (
    <>
      <PageHeader
        title={t("Approve a login")}
        lead={t("A program such as vdt login --device waits for your decision.")}
      />
      <div className="max-w-lg">
        {person === null ? (
          <Notice kind="hint">{t("Sign in with your account. An API key cannot approve a login.")}</Notice>
        ) : role && !reaches("admin") ? (
          <Notice kind="hint">
            {t("Your role is {role}. Only admins and owners can approve a login.", {
              role: ROLE_WORDS[role],
            })}
          </Notice>
        ) : result !== null ? (
          <Notice kind="done">
            {result === "approved" ? t("Login approved. Return to the program.") : t("Login denied.")}
          </Notice>
        ) : request === null ? (
          <CodeForm initial={code ?? ""} onFound={setRequest} />
        ) : (
          <DeviceDecision request={request} onDone={setResult} />
        )}
      </div>
    </>
  );
}

function CodeForm({ initial, onFound }: { initial: string; onFound(request: DeviceRequest): void }) {
  const api = useApi();
  const [code, setCode] = useState(initial);
  const submission = useSubmission(async () => {
    onFound(await dataOf(api.POST("/api/v1/device/read", { body: { user_code: code } })));
  });
  return (
    <SubmitForm
      submission={submission}
      fields={["user_code"]}
      submit={{ label: t("Continue"), busy: t("Checking …") }}
    >
      <Field
        label={t("Code")}
        autoComplete="off"
        placeholder={"WDJB-MJHT"}
        hint={t("The code that the program shows.")}
        value={code}
        onValue={setCode}
        error={fieldErrorOf(submission.error, "user_code", t("The code"))}
      />
    </SubmitForm>
  );
}
