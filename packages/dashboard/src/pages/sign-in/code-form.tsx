import { useState } from "react";
import { ApiError, fieldErrorOf } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { SignInCard } from "./sign-in-card.tsx";

type CodeFormProps = {
  people: PeopleApi;
  onSignedIn(): void;
  /** `notice` is why the sign-in has to start again; null if the visitor chose to go back. */
  onBack(notice: string | null): void;
};

/** The second factor: a code from the authenticator app, or a recovery code. */
export function CodeForm(props: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  // A key for each: a code of one kind and its error say nothing about the other.
  return (
    <CodeStep
      key={isRecovery ? "recovery" : "app"}
      isRecovery={isRecovery}
      onToggle={() => setRecovery(!isRecovery)}
      {...props}
    />
  );
}

const APP_CODE = /^\d{6}$/;
/** The form of a recovery code, which a visitor may also enter in place of the code of the app. */
const RECOVERY_CODE = /^([A-Za-z0-9]{5})-?([A-Za-z0-9]{5})$/;

type CodeStepProps = CodeFormProps & { isRecovery: boolean; onToggle(): void };

function CodeStep({ people, onSignedIn, onBack, isRecovery, onToggle }: CodeStepProps) {
  const [code, setCode] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const entered = code.replaceAll(/\s/g, "");
    const isUsable = RECOVERY_CODE.test(entered) || (!isRecovery && APP_CODE.test(entered));
    if (!isUsable) throw isRecovery ? noRecoveryCode() : noAppCode();
    try {
      await people.sendCode(entered.replace(RECOVERY_CODE, "$1-$2"), !APP_CODE.test(entered));
      onSignedIn();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.reason === "code_step_ended") return onBack(thrown.message);
      // The next code of the app is another one, but a recovery code may only have a typo.
      if (!isRecovery && thrown.code === "UNAUTHORIZED") setCode("");
      throw thrown;
    }
  });

  return (
    <SignInCard
      title={t("Enter your code")}
      lead={
        isRecovery
          ? t("Enter one of your saved recovery codes. Each code works once.")
          : t("Enter the code from your authenticator app.")
      }
      error={error}
      action={{ label: t("Sign in"), isBusy }}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="quiet" onClick={onToggle}>
            {isRecovery ? t("Use the app") : t("Use a recovery code")}
          </Button>
          <Button variant="quiet" onClick={() => onBack(null)}>
            {t("Back")}
          </Button>
          {isRecovery && <LostCodes />}
        </>
      }
    >
      <Field
        label={isRecovery ? t("Recovery code") : t("Code")}
        name="code"
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        // Recovery codes have capital and small letters.
        autoCapitalize="none"
        spellCheck={false}
        placeholder={isRecovery ? "aBcDe-12345" : "123456"}
        autoFocus
        value={code}
        onValue={setCode}
        error={fieldErrorOf(error, "code", t("Code"))}
      />
    </SignInCard>
  );
}

function LostCodes() {
  return (
    <p className="text-[0.8125rem] text-soft">
      <Message
        text="No recovery code left? Go back and sign in with a passkey, or ask the operator of this server to run: {command}"
        values={{ command: <code className="wrap-anywhere">vedette remove-two-factor --email …</code> }}
      />
    </p>
  );
}

function noAppCode(): ApiError {
  return new ApiError("BAD_REQUEST", t("Enter the six digits that your authenticator app shows."));
}

function noRecoveryCode(): ApiError {
  return new ApiError("BAD_REQUEST", t("Enter a recovery code: two groups of five characters."));
}
