import type { RecipientAnswer } from "@vedette/contract/alerts/mail-recipients.ts";
import { useEffect, useState } from "react";
import { type ApiError, asApiError } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";

type RecipientPageProps = { token: string; people: PeopleApi };

/** Whether an address wants the mails of an organization, by the link of one. Opening it changes nothing. */
export function RecipientPage({ token, people }: RecipientPageProps) {
  const [answer, setAnswer] = useState<RecipientAnswer | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    people.readRecipient(token).then(setAnswer, (thrown: unknown) => setError(asApiError(thrown)));
  }, [people, token]);

  async function say(send: () => Promise<RecipientAnswer>): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      setAnswer(await send());
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid min-w-0 gap-4">
      <h1>Mails from Vedette</h1>
      {error && <Notice>{error.message}</Notice>}
      {!answer && !error && <Skeleton lines={3} />}
      {answer && (
        <Answer
          answer={answer}
          isBusy={isBusy}
          onConfirm={() => void say(() => people.confirmRecipient(token))}
          onRefuse={(everywhere) => void say(() => people.refuseRecipient(token, everywhere))}
        />
      )}
    </div>
  );
}

type AnswerProps = {
  answer: RecipientAnswer;
  isBusy: boolean;
  onConfirm(): void;
  onRefuse(everywhere: boolean): void;
};

function Answer({
  answer: { email, organization_name: name, status },
  isBusy,
  onConfirm,
  onRefuse,
}: AnswerProps) {
  const busy = isBusy && "One moment …";
  return (
    <>
      <p className="wrap-anywhere" role="status">
        {status === "unconfirmed" && (
          <>
            ‘{name}’ wants to mail <strong>{email}</strong> when what it watches fails or recovers.
          </>
        )}
        {status === "confirmed" && (
          <>
            <strong>{email}</strong> gets alerts of ‘{name}’.
          </>
        )}
        {status === "refused" && (
          <>
            <strong>{email}</strong> gets no mails of ‘{name}’.
          </>
        )}
      </p>
      <div className="grid gap-2">
        {status !== "confirmed" && (
          <Button variant="primary" className="min-h-10.5" busy={busy} onClick={onConfirm}>
            {status === "refused" ? "Send me alerts again" : "Yes, send me alerts"}
          </Button>
        )}
        {status !== "refused" && (
          <Button busy={busy} onClick={() => onRefuse(false)}>
            I do not want these mails
          </Button>
        )}
        <Button variant="quiet" busy={busy} onClick={() => onRefuse(true)}>
          No mails of any organization
        </Button>
      </div>
    </>
  );
}
