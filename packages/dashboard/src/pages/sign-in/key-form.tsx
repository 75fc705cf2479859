import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { send } from "../../api/request.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { SignInCard } from "./sign-in-card.tsx";

/** Signs in with an API key. The key is tested before it is stored. */
export function KeyForm({ onKey, onBack }: { onKey(key: string): void; onBack(): void }) {
  const [entered, setEntered] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const key = entered.trim();
    assertPossible(key);
    await send({ key, fetch: window.fetch.bind(window) }, { path: "/api/v1/monitors?limit=1" });
    onKey(key);
  });
  const fieldError = error?.code === "UNAUTHORIZED" ? WRONG_KEY : (error?.message ?? null);
  return (
    <SignInCard
      title={t("Sign in with an API key")}
      lead={t("The key is kept in this tab until you close it or sign out.")}
      action={{ label: t("Sign in"), isBusy }}
      onSubmit={onSubmit}
      footer={
        <>
          <p className="text-[0.8125rem] text-soft">
            {t("The server prints a key at its first start. To create another one, run this on the server:")}
            <code className="mt-1.5 block rounded-lg bg-raised px-3 py-2 text-ink">
              vedette keys create --name me --scope admin
            </code>
          </p>
          <Button variant="quiet" onClick={onBack}>
            {t("Back")}
          </Button>
        </>
      }
    >
      <Field
        label={t("API key")}
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={"vdt_agent_…"}
        autoFocus
        value={entered}
        onValue={setEntered}
        error={fieldError}
      />
    </SignInCard>
  );
}

const WRONG_KEY = t(
  "This key is unknown, revoked or expired. Check that you copied all of it, or create a new key.",
);

/** Rejects input that cannot be a key, or that a header cannot contain. */
function assertPossible(key: string): void {
  if (key === "") throw new ApiError("BAD_REQUEST", t("Paste an API key first."));
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ApiError("UNAUTHORIZED", WRONG_KEY);
}
