import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { useSendsMail } from "../../app/visitor.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { Notice } from "../../components/notice.tsx";
import { toastError } from "../../components/toast.tsx";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import { type ChannelDraft, emptyChannel } from "../alert-channels/channel-draft.ts";
import { ChannelConfigFields } from "../alert-channels/channel-fields.tsx";
import { ChannelTypeField } from "../alert-channels/channel-type-field.tsx";
import { channelTypeLabel } from "../alert-channels/channel-types.ts";
import { useChannels } from "../alerts/use-lists.ts";
import { type NotificationSetup, useNotificationSetup } from "./use-notification-setup.ts";

/** Creates and tests a channel, and a rule that notifies it when anything is down: one form for both. */
export function WhoShouldKnow() {
  const setup = useNotificationSetup();
  return (
    <section className="card grid max-w-3xl gap-4 p-5 sm:p-6" aria-labelledby="who-should-know">
      <div>
        <h2 id="who-should-know">{t("Who should know?")}</h2>
        <p className="text-soft">
          {t(
            'Choose where to send alerts. A test message is sent, then the rule "Anything down" is created: it alerts when 2 checks in a row of any target fail.',
          )}
        </p>
      </div>
      {setup.isDone && setup.channel ? (
        <Done setup={setup} channelName={setup.channel.name} />
      ) : (
        <SetupForm setup={setup} />
      )}
    </section>
  );
}

function Done({ setup: { failedTest }, channelName }: { setup: NotificationSetup; channelName: string }) {
  return (
    <>
      <Notice kind={failedTest ? "warning" : "done"}>
        {failedTest
          ? t("The rule was created, but the test message did not arrive.")
          : t("Test message delivered.")}{" "}
        {t("{channel} is notified when anything is down.", { channel: channelName })}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {/* The form for the first monitor is the overview too, so that a link within the page would change nothing. */}
        <Link to="/" reloadDocument className={buttonClass("primary")}>
          {t("Go to overview")}
        </Link>
        <Link to="/alerts/rules" className={buttonClass()}>
          {t("Alert rules")}
        </Link>
      </div>
    </>
  );
}

const NEW = "new";

function SetupForm({ setup }: { setup: NotificationSetup }) {
  const sendsMail = useSendsMail();
  const { person } = useSession();
  const { data: channels } = useChannels();
  const [draft, setDraft] = useState<ChannelDraft>(() => ({
    ...emptyChannel(sendsMail),
    values: { recipients: person ? [person.email] : [] },
  }));
  const [chosenId, setChosenId] = useState(NEW);
  // The channel that this form created is edited in the form.
  const existing = (channels ?? []).filter(({ id }) => id !== setup.created?.id);
  const chosen = existing.find(({ id }) => id === chosenId);
  const submission = useSubmission(
    () => (chosen ? setup.use(chosen) : setup.saveAndTest({ ...draft, name: channelTypeLabel(draft.type) })),
    draft,
  );
  const anyway = useMutation({ mutationFn: setup.useAnyway, onError: toastError });
  const fields = {
    draft,
    error: submission.error,
    sendsMail,
    onChange: (part: Partial<ChannelDraft>) => setDraft({ ...draft, ...part }),
  };
  return (
    <SubmitForm
      submission={submission}
      submit={{ label: t("Send test and create rule"), busy: t("Sending …") }}
      cancel={
        setup.failedTest && (
          <Button busy={anyway.isPending && t("Creating …")} onClick={() => anyway.mutate()}>
            {t("Create rule anyway")}
          </Button>
        )
      }
    >
      {setup.failedTest && (
        <Notice>
          {t("The test message did not arrive.")}{" "}
          {sentenceOf(setup.failedTest.error ?? t("the receiver did not accept the message"))}
        </Notice>
      )}
      {existing.length > 0 && (
        <SelectField
          label={t("Channel")}
          value={chosenId}
          onValue={setChosenId}
          options={[
            { value: NEW, label: t("New channel") },
            ...existing.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={null}
        />
      )}
      {!chosen && (
        <div className="grid gap-4">
          <ChannelTypeField {...fields} />
          <ChannelConfigFields {...fields} />
        </div>
      )}
    </SubmitForm>
  );
}
