import {
  DEVICE_KEY_DAYS,
  DEVICE_SCOPES,
  type DeviceRequest,
  type DeviceScope,
} from "@vedette/contract/people/device.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { useSession } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { ScopeField } from "../scope-field.tsx";

type DeviceDecisionProps = {
  request: DeviceRequest;
  onDone(result: "approved" | "denied"): void;
};

/** Shows who asks, and approves or denies the key. */
export function DeviceDecision({ request, onDone }: DeviceDecisionProps) {
  const { api, organization } = useSession();
  const { user_code, client_name: clientName, ip, created_at: createdAt } = request;
  const [scope, setScope] = useState<DeviceScope>("agent");
  const approval = useSubmission(async () => {
    await dataOf(api.POST("/api/v1/device/approve", { body: { user_code, scope } }));
    onDone("approved");
  });
  return (
    <SubmitForm
      submission={approval}
      submit={{ label: t("Approve login"), busy: t("Approving …") }}
      cancel={
        <ConfirmButton
          label={t("Deny login")}
          title={t("Deny this login?")}
          description={t("The program gets no key. It can start another login.")}
          action={{
            label: t("Deny login"),
            busy: t("Denying …"),
            async run() {
              await dataOf(api.POST("/api/v1/device/deny", { body: { user_code } }));
              onDone("denied");
            },
          }}
        />
      }
    >
      <Notice kind="warning">
        <Message
          text="Approve only if you started this login yourself, and the program shows the code {code}."
          values={{ code: <strong>{user_code}</strong> }}
        />
      </Notice>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-soft">{t("Machine")}</dt>
        <dd>{clientName}</dd>
        <dt className="text-soft">{t("Address")}</dt>
        <dd>{ip}</dd>
        <dt className="text-soft">{t("Started")}</dt>
        <dd>
          <TimeAgo at={createdAt} />
        </dd>
        <dt className="text-soft">{t("Organization")}</dt>
        <dd>{organization?.name}</dd>
        <dt className="text-soft">{t("Validity of the key")}</dt>
        <dd>{t("{count} days", { count: DEVICE_KEY_DAYS })}</dd>
      </dl>
      <ScopeField<DeviceScope> choices={DEVICE_SCOPES} value={scope} onValue={setScope} />
    </SubmitForm>
  );
}
