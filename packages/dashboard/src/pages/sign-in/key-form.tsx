import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { createMonitorsApi } from "../../api/monitors-api.ts";
import { Field } from "../../components/field.tsx";
import { useSubmission } from "../../components/use-submission.ts";
import { SignInCard } from "./sign-in-card.tsx";

/** Signing in with an API key, which is tried before it is kept. */
export function KeyForm({ onKey, onBack }: { onKey(key: string): void; onBack(): void }) {
  const [entered, setEntered] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const key = entered.trim();
    assertPossible(key);
    await createMonitorsApi({ key, fetch: window.fetch.bind(window) }).tryKey();
    onKey(key);
  });
  const fault = error?.code === "UNAUTHORIZED" ? WRONG_KEY : (error?.message ?? null);
  return (
    <SignInCard
      title="Sign in with an API key"
      lead="It stays in this tab and is forgotten when you close it or sign out."
      action={{ label: "Sign in", isBusy }}
      onSubmit={onSubmit}
      footer={
        <>
          <p className="soft small">
            The server prints a key at its first start. To make another, run this on its machine:
            <code>vedette keys create --name me --scope admin</code>
          </p>
          <div className="sign-in-ways">
            <button type="button" className="quiet" onClick={onBack}>
              Back
            </button>
          </div>
        </>
      }
    >
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder="vdt_agent_…"
        autoFocus
        value={entered}
        onValue={setEntered}
        fault={fault}
      />
    </SignInCard>
  );
}

const WRONG_KEY =
  "This key is not valid: it is unknown, revoked or expired. Check that it was copied whole, or create a new one.";

/** Refuses what no server could have made, and no header could carry. */
function assertPossible(key: string): void {
  if (key === "") throw new ApiError("BAD_REQUEST", "Paste an API key first.");
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ApiError("UNAUTHORIZED", WRONG_KEY);
}
