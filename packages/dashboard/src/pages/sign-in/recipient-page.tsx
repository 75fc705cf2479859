import type { RecipientDecision } from "@vedette/contract/alerts/mail-recipients.ts";
import { useEffect, useState } from "react";
import { type ApiError, asApiError } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";

type RecipientPageProps = { token: string; people: PeopleApi };

/** Lets a recipient of alerts and reports opt in or out. Opening the link changes nothing. */
export function RecipientPage({ token, people }: RecipientPageProps) {
  const [decision, setDecision] = useState<RecipientDecision | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    people.readRecipient(token).then(setDecision, (thrown: unknown) => setError(asApiError(thrown)));
  }, [people, token]);

  async function submit(send: () => Promise<RecipientDecision>): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      setDecision(await send());
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid min-w-0 gap-4">
      <h1>{t("Emails from Vedette")}</h1>
      <LoadState data={decision} error={error} lines={3} />
      {decision && (
        <Choice
          decision={decision}
          isBusy={isBusy}
          onConfirm={() => void submit(() => people.confirmRecipient(token))}
          onRefuse={(everywhere) => void submit(() => people.refuseRecipient(token, everywhere))}
        />
      )}
    </div>
  );
}

type ChoiceProps = {
  decision: RecipientDecision;
  isBusy: boolean;
  onConfirm(): void;
  onRefuse(everywhere: boolean): void;
};

function Choice({
  decision: { email, organization_name: name, status },
  isBusy,
  onConfirm,
  onRefuse,
}: ChoiceProps) {
  const busy = isBusy && t("Saving …");
  return (
    <>
      <p className="wrap-anywhere" role="status">
        {status === "unconfirmed" && (
          <Message
            text="‘{name}’ wants to send alerts and reports to {email}."
            values={{ name, email: <strong>{email}</strong> }}
          />
        )}
        {status === "confirmed" && (
          <Message
            text="{email} receives alerts and reports from ‘{name}’."
            values={{ name, email: <strong>{email}</strong> }}
          />
        )}
        {status === "refused" && (
          <Message
            text="{email} receives no emails from ‘{name}’."
            values={{ name, email: <strong>{email}</strong> }}
          />
        )}
      </p>
      <div className="grid gap-2">
        {status !== "confirmed" && (
          <Button variant="primary" className="min-h-10.5" busy={busy} onClick={onConfirm}>
            {status === "refused" ? t("Send me emails again") : t("Yes, send me emails")}
          </Button>
        )}
        {status !== "refused" && (
          <Button busy={busy} onClick={() => onRefuse(false)}>
            {t("Stop these emails")}
          </Button>
        )}
        <Button variant="quiet" busy={busy} onClick={() => onRefuse(true)}>
          {t("Stop emails from all organizations")}
        </Button>
      </div>
    </>
  );
}
