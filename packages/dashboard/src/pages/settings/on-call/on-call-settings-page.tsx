import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { OnCallSettings } from "@vedette/contract/on-call/on-call-settings.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { SettingsSection } from "../settings-section.tsx";
import { ReachabilitySection } from "./reachability-section.tsx";

/** How the organization reaches its members, and who is hard to reach. */
export function OnCallSettingsPage() {
  const { reaches, role } = useRole();
  const mayManage = reaches("admin");
  return (
    <>
      <PageHeader title={t("On-call settings")} />
      <div className="grid max-w-3xl gap-5">
        {role && !mayManage && (
          <Notice kind="hint">
            {t("Your role is {role}. Only admins and owners can change these settings.", {
              role: ROLE_WORDS[role],
            })}
          </Notice>
        )}
        {mayManage && <PhoneSection />}
        {mayManage && <ReachabilitySection />}
      </div>
    </>
  );
}

/** Channels of one organization that can send; more are not offered. */
const CHANNELS_MAX = 100;

function PhoneSection() {
  const api = useApi();
  const settings = useQuery({
    queryKey: keys.list("on-call-settings"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/on-call/settings", { signal })),
  });
  const channels = useQuery({
    queryKey: keys.list("alert-channels", "phone"),
    async queryFn({ signal }) {
      const read = (type: "twilio_sms" | "twilio_call") =>
        dataOf(
          api.GET("/api/v1/alerts/channels", { params: { query: { type, limit: CHANNELS_MAX } }, signal }),
        );
      return [...(await read("twilio_sms")), ...(await read("twilio_call"))];
    },
  });
  const data = settings.data && channels.data && { settings: settings.data, channels: channels.data };
  return (
    <SettingsSection
      title={t("SMS and calls")}
      description={t("SMS and calls to members use the Twilio account of a channel, not its recipients.")}
    >
      <LoadState data={data} error={settings.error ?? channels.error} lines={3} />
      {data && <PhoneForm key={data.settings.updated_at} {...data} />}
    </SettingsSection>
  );
}

function PhoneForm({ settings, channels }: { settings: OnCallSettings; channels: readonly AlertChannel[] }) {
  const api = useApi();
  const queries = useQueryClient();
  const [sms, setSms] = useState(settings.sms_channel_id ?? "");
  const [call, setCall] = useState(settings.call_channel_id ?? "");
  const submission = useSubmission(
    async () => {
      const body = { sms_channel_id: sms || null, call_channel_id: call || null };
      await dataOf(api.PUT("/api/v1/on-call/settings", { body }));
      await queries.invalidateQueries({ queryKey: keys.all("on-call-settings") });
      toast(t("On-call settings saved."));
    },
    { sms, call },
  );
  const optionsOf = (type: AlertChannel["type"], none: string) => [
    { value: "", label: none },
    ...channels.filter((each) => each.type === type).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <SubmitForm
      submission={submission}
      fields={["sms_channel_id", "call_channel_id"]}
      submit={{ label: t("Save settings"), busy: t("Saving …") }}
    >
      <SelectField
        label={t("Channel for SMS")}
        hint={t("A channel of type Twilio SMS.")}
        value={sms}
        onValue={setSms}
        options={optionsOf("twilio_sms", t("No SMS"))}
        error={fieldErrorOf(submission.error, "sms_channel_id", t("The channel"))}
      />
      <SelectField
        label={t("Channel for calls")}
        hint={t("A channel of type Twilio call.")}
        value={call}
        onValue={setCall}
        options={optionsOf("twilio_call", t("No calls"))}
        error={fieldErrorOf(submission.error, "call_channel_id", t("The channel"))}
      />
    </SubmitForm>
  );
}
